import {
  coverFailed,
  documentBroken,
  documentTooLarge,
  documentWrongType,
  fileMissing,
  pictureTooLarge,
  pictureWrongType,
} from './file.ts';

/** Specification 8 has one English text for every error of an uploaded file. */
const badFile = 'Invalid file type or size';

/**
 * Every error of a call by its stable `code`: HTTP status, Uzbek and English `detail` (specification 8). The English text is
 * the server message of that catalogue where it has one. Programs branch on the code, never on a text.
 */
export const errorCatalog = {
  invalid: [400, "Yuborilgan ma'lumotlar noto'g'ri.", 'Bad Request'],
  invalid_data: [400, "Yuborilgan ma'lumotlar noto'g'ri.", 'Invalid data'],
  invalid_operation: [400, 'Bu amalni hozirgi holatda bajarib bo‘lmaydi.', 'Invalid operation'],
  already_applied: [400, 'Siz bu imkoniyatga ariza yuborgansiz.', 'You have already applied'],
  applications_closed: [400, 'Bu imkoniyatga ariza qabul qilinmayapti.', 'Applications are closed'],
  deadline_passed: [400, 'Ariza topshirish muddati tugagan.', 'The application deadline has passed'],
  capacity_reached: [400, 'Arizalar soni belgilangan chegaraga yetdi.', 'The application limit has been reached'],
  already_published: [400, 'Imkoniyat allaqachon e’lon qilingan.', 'Opportunity is already published'],
  already_closed: [400, 'Imkoniyat allaqachon yopilgan.', 'Opportunity is already closed'],
  cannot_publish: [400, 'Bekor qilingan imkoniyatni e’lon qilib bo‘lmaydi.', 'A cancelled opportunity cannot be published'],
  wrong_password: [400, 'Joriy parol noto‘g‘ri.', 'The current password is wrong'],
  too_many_drafts: [400, 'Boshlangan arizalar juda ko‘p. Avval keraksizlarini o‘chiring.', 'Too many applications begun'],
  picture_invalid: [400, pictureWrongType, badFile],
  picture_too_large: [400, pictureTooLarge, badFile],
  picture_broken: [400, coverFailed, badFile],
  document_invalid: [400, documentWrongType, badFile],
  document_too_large: [400, documentTooLarge, badFile],
  document_broken: [400, documentBroken, badFile],
  file_missing: [400, fileMissing, badFile],
  file_too_large: [400, 'Fayl hajmi ruxsat etilganidan katta.', badFile],
  draft_conflict: [409, 'Ariza boshqa qurilmada yoki oynada o‘zgartirilgan.', 'The draft was changed elsewhere'],
  last_owner: [400, 'Siz tashkilotning yagona egasisiz. Avval egalikni boshqa a’zoga topshiring.', 'The last owner cannot leave'],
  link_expired: [403, 'Havola muddati tugagan. Sahifani yangilab, qayta oching.', 'The link has expired'],
  email_required: [400, 'Elektron pochta manzilini to‘g‘ri kiriting.', 'Email required'],
  already_member: [400, 'Bu foydalanuvchi allaqachon tashkilot a’zosi.', 'User is already a member'],
  emails_required: [400, 'Elektron pochta manzillari ro‘yxatini kiriting.', 'Email list required'],
  invitation_not_found: [404, 'Taklif topilmadi yoki muddati tugagan.', 'Invitation not found'],
  invitation_other_person: [403, 'Bu taklif boshqa elektron pochta manziliga yuborilgan.', 'The invitation is for another address'],
  already_in_organization: [400, 'Siz allaqachon boshqa tashkilot a’zosisiz.', 'You are a member of an organization already'],
  undo_expired: [400, 'Bekor qilish vaqti tugagan.', 'The decision cannot be undone any more'],
  featured_locked: [403, 'Administrator bu imkoniyatni tavsiya etishni cheklagan.', 'Featuring is locked'],
  too_many_recipients: [400, 'Bir xabarni ko‘pi bilan 5000 kishiga yuborish mumkin.', 'Too many recipients'],
  no_logo_file: [400, 'Logotip fayli yuborilmagan.', 'No logo file'],
  unauthorized: [401, 'Avtorizatsiya talab etiladi.', 'Unauthorized'],
  bad_credentials: [401, 'Elektron pochta yoki parol noto‘g‘ri.', 'Email or password is wrong'],
  session_ended: [401, 'Sessiya yakunlangan. Iltimos, qaytadan kiring.', 'The session has ended'],
  forbidden: [403, 'Bu amalni bajarishga ruxsat berilmagan.', 'Forbidden'],
  students_only: [403, 'Bu amal faqat talabalar uchun.', 'Only students allowed'],
  organizers_only: [403, 'Bu amal faqat tashkilotlar uchun.', 'Only organizations allowed'],
  admins_only: [403, 'Bu amal faqat administratorlar uchun.', 'Only administrators allowed'],
  not_found: [404, "So'ralgan ma'lumot topilmadi.", 'Not Found'],
  application_not_found: [404, "So'ralgan ma'lumot topilmadi.", 'Application not found'],
  student_profile_not_found: [404, 'Profil ma’lumotlari topilmadi.', 'Student profile not found'],
  organization_not_found: [404, 'Tashkilot profili topilmadi.', 'Organization profile not found'],
  method_not_allowed: [405, 'Bu amal qo‘llab-quvvatlanmaydi.', 'Method Not Allowed'],
  conflict: [409, 'Ma’lumot shu orada o‘zgargan. Sahifani yangilab, qayta urining.', 'Conflict'],
  idempotency_mismatch: [409, 'Bu so‘rov kaliti boshqa ma’lumot bilan ishlatilgan.', 'Idempotency key reused with another body'],
  in_progress: [409, 'So‘rov hali bajarilmoqda.', 'The same request is still running'],
  payload_too_large: [413, 'Yuborilgan ma’lumot hajmi juda katta.', 'Payload Too Large'],
  request_timeout: [408, 'So‘rov o‘z vaqtida yetib kelmadi.', 'Request Timeout'],
  headers_too_large: [431, 'So‘rov sarlavhalari juda katta.', 'Request Header Fields Too Large'],
  unsupported_media: [415, 'Bu turdagi ma’lumot qabul qilinmaydi.', 'Unsupported Media Type'],
  too_many_requests: [429, 'Urinishlar soni ko‘payib ketdi. Birozdan so‘ng qayta urining.', 'Too Many Requests'],
  internal: [500, 'Serverda texnik nosozlik yuz berdi.', 'Internal Server Error'],
  seed_failed: [500, 'Imtihonlar ro‘yxatini yuklab bo‘lmadi.', 'Failed to seed exams'],
  upload_failed: [500, 'Faylni saqlab bo‘lmadi. Qayta urinib ko‘ring.', 'File upload failed'],
  unavailable: [503, 'Xizmat hozircha mavjud emas.', 'Service Unavailable'],
} as const satisfies Record<string, readonly [status: number, uz: string, en: string]>;

/** A code of the catalogue. */
export type ErrorCode = keyof typeof errorCatalog;

/** Field errors of a 400: messages by field, or the same shape for nested objects; null for a list item without errors. */
export type FieldErrors = { [field: string]: string[] | FieldErrors | (FieldErrors | null)[] };

/** The body of every error: `{detail, code}`, or field errors alone for failed validation. */
export type ErrorBody = { detail: string; code: string } | FieldErrors;
