/**
 * English texts of field messages, for callers that do not send `Accept-Language: uz`. Only the server imports this file,
 * so browsers do not load it.
 */
import { badCharacters, badChoice, badDate, badEmail, badUrl, badValue, notNumber, notWhole, requiredMessage } from './values.ts';

/** Uzbek message to English. `#` stands for a number, in the same order in both. */
const englishTexts = new Map([
  [requiredMessage, 'This field is required.'],
  [badCharacters, 'The text contains a character that is not allowed.'],
  ['Ko‘pi bilan # ta belgi kiriting.', 'At most # characters.'],
  ['Kamida # ta belgi kiriting.', 'At least # characters.'],
  [notWhole, 'Enter a whole number.'],
  [notNumber, 'Enter a number.'],
  ['# dan # gacha son kiriting.', 'Enter a number from # to #.'],
  [badDate, 'Enter a valid date.'],
  [badUrl, 'Enter a valid URL.'],
  [badEmail, 'Enter a valid e-mail address.'],
  [badChoice, 'Choose one of the listed values.'],
  [badValue, 'The value is not valid.'],
  ['Sahifa raqami noto‘g‘ri.', 'Invalid page number.'],
  ['page_size noto‘g‘ri.', 'Invalid page_size.'],
  ['Bu elektron pochta allaqachon ro‘yxatdan o‘tgan.', 'This e-mail address is registered already.'],
  ['Bu parol juda oddiy. Boshqasini tanlang.', 'This password is too common.'],
  ['Parol juda uzun.', 'This password is too long.'],
  ['Taklif boshqa elektron pochta manziliga yuborilgan. Taklif kelgan manzilni kiriting.', 'The invitation is for another address.'],
  ['Bu til allaqachon qo‘shilgan.', 'This language is there already.'],
  ['Bu ko‘nikma allaqachon qo‘shilgan.', 'This skill is there already.'],
  ['Bu platforma uchun havola allaqachon qo‘shilgan.', 'There is a link of this platform already.'],
  ['Ko‘pi bilan # ta yozuv qo‘shish mumkin.', 'At most # entries.'],
  ['Ko‘pi bilan # ta texnologiya kiriting.', 'At most # technologies.'],
  ['Ko‘pi bilan # ta variant kiriting.', 'At most # options.'],
  ['Bitta arizaga ko‘pi bilan # ta hujjat qo‘shish mumkin.', 'At most # documents an application.'],
  ['Tugash sanasi boshlanish sanasidan oldin bo‘lmasligi kerak.', 'The end may not be before the beginning.'],
  ['Eng katta yil eng kichik yildan kichik bo‘lmasligi kerak.', 'The last year may not be before the first.'],
  ['Eng katta yosh eng kichik yoshdan kichik bo‘lmasligi kerak.', 'The highest age may not be below the lowest.'],
  ['Eng ko‘p belgi soni eng kam sonidan kichik bo‘lmasligi kerak.', 'The most characters may not be fewer than the least.'],
  ['Bu bo‘limda # ta maydon bor: # dan # gacha son kiriting.', 'This section has # fields: enter a number from # to #.'],
  ['Ko‘pi bilan # ta qo‘shing.', 'At most # items.'],
  ['Yuborilgan arizalar sonidan (#) kam bo‘lmasligi kerak.', 'It may not be below the number of applications received (#).'],
  ['Kamida bitta ariza tanlang.', 'Choose at least one application.'],
  ['Kamida bitta elektron pochta kiriting.', 'Enter at least one e-mail address.'],
  ['Bir marta ko‘pi bilan # ta manzil kiriting.', 'At most # addresses at once.'],
]);
/** A field message in English; unchanged when it has no translation, as messages quoted by the specification have none. */
export const englishMessage = (message: string): string => {
  const numbers = message.match(/\d+/g) ?? [];
  const english = englishTexts.get(message) ?? englishTexts.get(message.replace(/\d+/g, '#'));
  return english?.replace(/#/g, () => numbers.shift() ?? '') ?? message;
};
