import { BulletList, LegalDocument, LegalSection } from './LegalDocument.tsx';

const Terms = () => (
  <LegalDocument title="Foydalanish shartlari" changed="1 sentyabr 2026">
    <LegalSection title="Imkon nima">
      <p>
        Imkon talabalar uchun grant, stipendiya, konferensiya va boshqa imkoniyatlarni jamlaydi. Tashkilotlar e’lon joylaydi, talabalar
        profil to‘ldirib ariza topshiradi. Foydalanish bepul.
      </p>
    </LegalSection>
    <LegalSection title="Rozilik">
      <p>
        Ro‘yxatdan o‘tganingizda yoki ariza yuborganingizda shu shartlarga va ma’lumotlaringiz{' '}
        <a href="/privacy" className="text-brand-strong underline underline-offset-4">
          maxfiylik siyosati
        </a>{' '}
        bo‘yicha ishlatilishiga rozilik bildirasiz. Qaysi matnga, qachon va qaysi tilda rozi bo‘lganingiz yozib qo‘yiladi.
      </p>
    </LegalSection>
    <LegalSection title="Talabalar">
      <BulletList>
        {[
          'Profil va arizadagi ma’lumotlar to‘g‘ri va o‘zingizga tegishli bo‘lsin.',
          'Bir imkoniyatga bitta ariza yuboriladi. Uni qaror chiqquncha bekor qilish va muddat tugagunicha qayta topshirish mumkin.',
          'Qabul qilish yoki rad etish haqidagi qarorni platforma emas, tashkilot chiqaradi.',
        ]}
      </BulletList>
    </LegalSection>
    <LegalSection title="Tashkilotlar">
      <BulletList>
        {[
          'E’lon haqiqiy bo‘lsin: shartlar, muddat va aloqa ma’lumotlari aniq ko‘rsatilsin.',
          'Nomzodlarning ma’lumotlari faqat shu tanlov uchun ishlatiladi, boshqalarga berilmaydi.',
          'Ariza topshirish uchun talabadan pul olinmaydi.',
        ]}
      </BulletList>
    </LegalSection>
    <LegalSection title="Nima mumkin emas">
      <p>
        Boshqa odam nomidan ish yuritish, yolg‘on e’lon joylash, boshqalarning ma’lumotini yig‘ish va xizmat ishiga xalaqit berish mumkin
        emas. Bunday hisob yopiladi.
      </p>
    </LegalSection>
    <LegalSection title="Javobgarlik">
      <p>
        E’lonlarning mazmuni uchun ularni joylagan tashkilot javob beradi. Shubhali e’lonni ko‘rsangiz, platforma administratoriga xabar
        bering.
      </p>
    </LegalSection>
  </LegalDocument>
);
export default Terms;
