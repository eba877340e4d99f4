/** Limits of uploads and their messages, checked by screens before sending and by the server. Sizes are bytes. */
export const imageMaxBytes = 5 * 1024 * 1024;
export const imageMaxPixels = 40_000_000;

/** Media types accepted for a cover. The server decides by content, not by the declared type. */
export const coverTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
export const coverTooLarge = 'Fayl hajmi 5MB dan oshmasligi kerak';
export const coverWrongType = 'Faqat JPG, PNG yoki WebP formatdagi rasmlar qabul qilinadi';
export const coverUnreadable = "Faylni o'qishda xatolik yuz berdi";
export const coverFailed = 'Rasmni yuklashda xatolik yuz berdi';

/** Media types of the student's picture. Its messages, like a logo's, have a title and a text. */
export const pictureTypes: readonly string[] = coverTypes;
/** A logo may be SVG too; the hint beside its picker names only the other types. */
export const logoTypes: readonly string[] = [...pictureTypes, 'image/svg+xml'];
export const pictureTooLargeTitle = 'Fayl juda katta';
export const pictureTooLarge = "Iltimos, hajmi 5MB dan kichik bo'lgan rasm yuklang.";
export const wrongTypeTitle = "Fayl turi noto'g'ri";
export const pictureWrongType = 'Iltimos, JPG, PNG yoki WebP formatidagi rasm yuklang.';

/** Resumes, documents and file answers: stored unchanged, served through signed links as downloads, never inline. */
export const documentMaxBytes = 10 * 1024 * 1024;
export const documentTypes: readonly string[] = [
  'application/pdf',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'image/jpeg',
  'image/png',
];
/** `accept` of a file picker: media types, and extensions for phones that do not know the types. */
export const documentAccept = [...documentTypes, '.pdf', '.docx', '.jpg', '.jpeg', '.png'].join(',');
export const documentTooLarge = 'Fayl hajmi 10 MB dan oshmasligi kerak.';
export const documentWrongType = 'Faqat PDF, DOCX, JPG yoki PNG formatidagi fayllar qabul qilinadi.';
export const documentBroken = 'Fayl buzilgan yoki uni ochib bo‘lmadi.';
export const fileMissing = 'Fayl tanlanmagan.';
/** Maximum number of documents of one application. */
export const documentsMax = 10;
export const documentsFull = `Bitta arizaga ko‘pi bilan ${documentsMax} ta hujjat qo‘shish mumkin.`;
