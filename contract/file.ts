/** What may be uploaded, and the words of a refusal; the screens ask the same before sending. */
export const imageMaxBytes = 5 * 1024 * 1024;
export const imageMaxPixels = 40_000_000;

/** Media types a cover picker offers; what counts is the content. */
export const coverTypes: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];
export const coverTooLarge = 'Fayl hajmi 5MB dan oshmasligi kerak';
export const coverWrongType = 'Faqat JPG, PNG yoki WebP formatdagi rasmlar qabul qilinadi';
export const coverUnreadable = "Faylni o'qishda xatolik yuz berdi";
export const coverFailed = 'Rasmni yuklashda xatolik yuz berdi';
