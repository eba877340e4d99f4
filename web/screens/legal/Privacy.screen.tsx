import { Document, Part, Points } from './Document.tsx';

const Privacy = () => (
  <Document title="Maxfiylik siyosati" changed="21 noyabr 2026">
    <Part title="Qanday ma’lumot saqlanadi">
      <Points>
        {[
          'Hisob: ism, elektron pochta va parolning qaytarib bo‘lmaydigan izi. Parolning o‘zi saqlanmaydi.',
          'Profil: o‘zingiz kiritgan ta’lim, tajriba, ko‘nikma, havola va hujjatlar.',
          'Arizalar: javoblaringiz va ariza yuborilgan paytdagi profilingiz nusxasi.',
        ]}
      </Points>
    </Part>
    <Part title="Kim nimani ko‘radi">
      <Points>
        {[
          'Boshqa talabalar profilingiz va arizalaringizni ko‘rmaydi.',
          'Ariza yuborgan tashkilotingiz profilingizni, jumladan yopiq havolalarni ham ko‘radi.',
          'Telefon raqamingizni faqat ariza yuborgan tashkilotingiz ko‘radi. Uni yashirsangiz, faqat sizni qabul qilganidan keyin ko‘radi.',
          'Tashkilotning ichki izohlari sizga, sizning boshqa arizalaringiz tashkilotga ko‘rinmaydi.',
        ]}
      </Points>
    </Part>
    <Part title="Nima uchun">
      <p>
        Ma’lumotlar faqat imkoniyat topish, ariza yuborish va uni ko‘rib chiqish uchun kerak. Ular sotilmaydi, reklama uchun ishlatilmaydi
        va sahifalarimiz boshqa saytlarga so‘rov yubormaydi.
      </p>
    </Part>
    <Part title="O‘zgartirish va o‘chirish">
      <Points>
        {[
          'Profilingizni istalgan payt Profil sahifasida o‘zgartirasiz yoki ayrim yozuvlarini o‘chirasiz.',
          'Yuborilgan arizani Arizalarim sahifasida bekor qilasiz.',
          'O‘zingizga oid hamma narsani (ma’lumotlar va yuklagan fayllaringizni) istalgan payt bitta arxivda yuklab olasiz.',
          'Hisobingizni o‘zingiz o‘chirasiz, parol so‘raladi. Profilingiz, fayllaringiz va qoralamalaringiz butunlay o‘chadi, javob kutayotgan arizalaringiz bekor qilinadi.',
          'Hisob o‘chirilgach, tashkilotlarda ismingiz, profilingiz, javoblaringiz va hujjatlaringiz qolmaydi: faqat ariza bo‘lgani va uning holati saqlanadi.',
        ]}
      </Points>
    </Part>
    <Part title="Brauzerda nima qoladi">
      <p>
        Kirganingizni eslab qolish uchun brauzeringizda kalit, tanlangan mavzu va hali yuborilmagan matnlar saqlanadi. Chiqish tugmasi
        kalitni va yuborilmagan matnlarni o‘chiradi.
      </p>
    </Part>
  </Document>
);
export default Privacy;
