/** What a person reads for a status the server did not explain (specification 8, "by status"). */
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
export const otherStatusMessage = 'Server bilan aloqa qilishda xatolik yuz berdi.';
export const unexpectedMessage = 'Kutilmagan xatolik yuz berdi.';
export const missingOpportunityId = 'Tadbir identifikatori topilmadi.';
export const missingApplicationId = 'Ariza identifikatori topilmadi.';

/** The first text found in a tree of field errors, in the order the server sent them. */
export const firstFieldError = (errors: unknown): string | undefined => {
  if (typeof errors === 'string') return errors;
  if (errors === null || typeof errors !== 'object') return undefined;
  for (const value of Object.values(errors)) {
    const found = firstFieldError(value);
    if (found) return found;
  }
  return undefined;
};

/** The one sentence shown for a refused call: `detail` wins, then the first field error, then the text of its status. */
export const errorMessage = (status: number, body: unknown): string => {
  if (body !== null && typeof body === 'object') {
    const { detail } = body as { detail?: unknown };
    if (typeof detail === 'string' && detail !== '') return detail;
    const field = firstFieldError(body);
    if (field) return field;
  }
  return statusMessages[status] ?? otherStatusMessage;
};
