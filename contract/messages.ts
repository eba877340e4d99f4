/** Message for a response status without a body that explains it (specification 8, "by status"). */
export const statusMessages: Record<number, string> = {
  400: "Yuborilgan ma'lumotlar noto'g'ri.",
  401: 'Avtorizatsiya talab etiladi.',
  403: 'Bu amalni bajarishga ruxsat berilmagan.',
  404: "So'ralgan ma'lumot topilmadi.",
  422: "Ma'lumotlar tekshiruvdan o'tmadi.",
  500: 'Serverda texnik nosozlik yuz berdi.',
  502: 'Server javob bermayapti.',
  503: 'Xizmat hozircha mavjud emas.',
};
/** Message for any other status. */
export const otherStatusMessage = 'Server bilan aloqa qilishda xatolik yuz berdi.';
/** Message for an error that is not a response. */
export const unexpectedMessage = 'Kutilmagan xatolik yuz berdi.';
export const missingOpportunityId = 'Tadbir identifikatori topilmadi.';
export const missingApplicationId = 'Ariza identifikatori topilmadi.';

/** The first message in a tree of field errors, in the server's order. */
export const firstFieldError = (errors: unknown): string | undefined => {
  if (typeof errors === 'string') return errors;
  if (errors === null || typeof errors !== 'object') return undefined;
  for (const value of Object.values(errors)) {
    const found = firstFieldError(value);
    if (found) return found;
  }
  return undefined;
};

/** The message of a refused call: `detail`, else the first field error, else the message of its status. */
export const errorMessage = (status: number, body: unknown): string => {
  if (body !== null && typeof body === 'object') {
    const { detail } = body as { detail?: unknown };
    if (typeof detail === 'string' && detail !== '') return detail;
    const field = firstFieldError(body);
    if (field) return field;
  }
  return statusMessages[status] ?? otherStatusMessage;
};
