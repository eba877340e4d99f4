import { LegalDocument, LegalSection } from './LegalDocument.tsx';

const questions: [question: string, answer: string][] = [
  ['Platformadan foydalanish pullikmi?', 'Yo‘q. Qidirish, profil yuritish va ariza topshirish bepul.'],
  [
    'Qanday ariza topshiraman?',
    'Ro‘yxatdan o‘ting, imkoniyatni oching va “Ariza topshirish” tugmasini bosing. Profilingizda yetishmagan bo‘limlar ko‘rsatiladi; ularni to‘ldirib, arizaga qaytasiz.',
  ],
  [
    'Nega ariza yubora olmayapman?',
    'Muddat tugagan, joylar to‘lgan yoki majburiy bo‘limlar to‘ldirilmagan bo‘lishi mumkin. Sababi tugma yonida yozilgan.',
  ],
  ['Muddat qachon tugaydi?', 'Ko‘rsatilgan kuni soat 23:59 da, Toshkent vaqti bilan.'],
  [
    'Arizani bekor qilsam bo‘ladimi?',
    'Ha, qaror chiqmaguncha. Arizalarim sahifasida yoki imkoniyat sahifasida bekor qilasiz. Muddat tugamagan bo‘lsa, qayta topshirish mumkin.',
  ],
  ['Javobni qayerdan bilaman?', 'Arizalarim sahifasida ariza holati va tashkilot yozgan izoh ko‘rinadi.'],
  [
    'Tashkilotman, qanday e’lon joylayman?',
    '“Tashkilot” turini tanlab ro‘yxatdan o‘ting, tashkilot profilini to‘ldiring va yangi imkoniyat yarating.',
  ],
  ['Parolni unutdim. Nima qilaman?', 'Platforma administratoriga hisobingizdagi elektron pochtadan yozing.'],
];

const Help = () => (
  <LegalDocument title="Yordam">
    <LegalSection title="Ko‘p beriladigan savollar">
      <div className="space-y-3">
        {questions.map(([question, answer]) => (
          <details key={question} className="rounded-xl border border-line bg-surface px-4">
            <summary className="min-h-12 py-3 font-semibold">{question}</summary>
            <p className="pb-4">{answer}</p>
          </details>
        ))}
      </div>
    </LegalSection>
    <LegalSection title="Bog‘lanish">
      <p>
        Savolingizga bu yerdan javob topmasangiz yoki kirishda muammo bo‘lsa, platforma administratoriga murojaat qiling. Muayyan tanlov
        bo‘yicha savollarni esa imkoniyat sahifasidagi “Tashkilot haqida” bo‘limida ko‘rsatilgan aloqa orqali tashkilotning o‘ziga bering.
      </p>
    </LegalSection>
  </LegalDocument>
);
export default Help;
