import { BulletList, LegalDocument, LegalSection } from './LegalDocument.tsx';

const Privacy = () => (
  <LegalDocument title="Maxfiylik siyosati" changed="21 noyabr 2026">
    <LegalSection title="Qanday ma’lumot saqlanadi">
      <BulletList>
        {[
          'Hisob: ism, elektron pochta va parolning qaytarib bo‘lmaydigan izi. Parolning o‘zi saqlanmaydi.',
          'Profil: o‘zingiz kiritgan ta’lim, tajriba, ko‘nikma, havola va hujjatlar.',
          'Arizalar: javoblaringiz va ariza yuborilgan paytdagi profilingiz nusxasi.',
        ]}
      </BulletList>
    </LegalSection>
    <LegalSection title="Kim nimani ko‘radi">
      <BulletList>
        {[
          'Boshqa talabalar profilingiz va arizalaringizni ko‘rmaydi.',
          'Ariza yuborgan tashkilotingiz profilingizni, jumladan yopiq havolalarni ham ko‘radi.',
          'Telefon raqamingizni faqat ariza yuborgan tashkilotingiz ko‘radi. Uni yashirsangiz, faqat sizni qabul qilganidan keyin ko‘radi.',
          'Tashkilotning ichki izohlari sizga, sizning boshqa arizalaringiz tashkilotga ko‘rinmaydi.',
        ]}
      </BulletList>
    </LegalSection>
    <LegalSection title="Nima uchun">
      <p>
        Ma’lumotlar faqat imkoniyat topish, ariza yuborish va uni ko‘rib chiqish uchun kerak. Ular sotilmaydi, reklama uchun ishlatilmaydi
        va sahifalarimiz boshqa saytlarga so‘rov yubormaydi.
      </p>
    </LegalSection>
    <LegalSection title="O‘zgartirish va o‘chirish">
      <BulletList>
        {[
          'Profilingizni istalgan payt Profil sahifasida o‘zgartirasiz yoki ayrim yozuvlarini o‘chirasiz.',
          'Yuborilgan arizani Arizalarim sahifasida bekor qilasiz.',
          'O‘zingizga oid hamma narsani (ma’lumotlar va yuklagan fayllaringizni) istalgan payt bitta arxivda yuklab olasiz.',
          'Hisobingizni o‘zingiz o‘chirasiz, parol so‘raladi. Profilingiz, fayllaringiz va qoralamalaringiz butunlay o‘chadi, javob kutayotgan arizalaringiz bekor qilinadi.',
          'Hisob o‘chirilgach, tashkilotlarda ismingiz, profilingiz, javoblaringiz va hujjatlaringiz qolmaydi: faqat ariza bo‘lgani va uning holati saqlanadi.',
        ]}
      </BulletList>
    </LegalSection>
    <LegalSection title="Brauzerda nima qoladi">
      <p>
        Kirganingizni eslab qolish uchun brauzeringizda kalit, tanlangan mavzu va hali yuborilmagan matnlar saqlanadi. Chiqish tugmasi
        kalitni va yuborilmagan matnlarni o‘chiradi.
      </p>
    </LegalSection>
  </LegalDocument>
);
export default Privacy;
