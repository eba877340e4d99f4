/**
 * Texts of the landing page. To rebrand an installation, edit this file only. Partners are not listed here: the page shows
 * the verified organizations of the installation.
 */
export const hero = {
  eyebrow: 'O‘zbekistonda birinchi talabalar imkoniyatlari platformasi',
  title: 'Kelajagingizni o‘zgartiradigan imkoniyatlar — bir joyda',
  text: 'Grant, stipendiya, konferensiya, lager va xalqaro dasturlarni toping, profilingizni bir marta to‘ldiring va ariza topshiring.',
  claims: ['Bepul', '30 soniyada ro‘yxatdan o‘tish', 'Xalqaro rivojlanish dasturining startap inkubatori ishtirokchisi'],
};

interface Point {
  title: string;
  text: string;
}

export const benefits: Point[] = [
  {
    title: 'Oson qidiruv',
    text: 'Yo‘nalish, format va muddat bo‘yicha filtrlar kerakli imkoniyatni tez topishga yordam beradi.',
  },
  { title: 'Tez ariza', text: 'Profilingiz tayyor bo‘lsa, ariza bir necha daqiqada yuboriladi.' },
  { title: 'Shaxsiy tavsiyalar', text: 'Ko‘nikma va qiziqishlaringizga mos imkoniyatlar ko‘zga tashlanadi.' },
  { title: 'Muddat eslatmalari', text: 'Har bir kartada qancha vaqt qolgani ko‘rinib turadi, oxirgi kun o‘tib ketmaydi.' },
  { title: 'Karyera rivoji', text: 'Tajriba, loyiha va yutuqlaringiz bitta profilda jamlanadi.' },
  { title: 'Ball va reyting', text: 'Faolligingiz uchun ball to‘playsiz va reytingda ko‘tarilasiz.' },
];

export const steps: { title: string; text: string }[] = [
  { title: 'Ro‘yxatdan o‘ting va profilni to‘ldiring', text: 'Ta’lim, tajriba va ko‘nikmalaringizni bir marta kiriting.' },
  { title: 'Imkoniyatlarni toping', text: 'Qidiruv va filtrlar orqali o‘zingizga mosini tanlang.' },
  { title: 'Ariza topshiring', text: 'Talablarni tekshiring, savollarga javob bering va javobni kuzatib boring.' },
];

export const forOrganizations: Point[] = [
  { title: 'Keng auditoriya', text: 'Butun mamlakatdagi faol talabalarga e’loningiz yetib boradi.' },
  { title: 'Aniq yo‘naltirilgan e’lonlar', text: 'Talab va ko‘nikmalarni belgilab, mos nomzodlarni jalb qilasiz.' },
  { title: 'Arizalarni oson boshqarish', text: 'Arizalarni ko‘rib chiqish, qabul qilish va rad etish bitta oynada.' },
];
