const words = `
password passw0rd p@ssword p@ssw0rd pa$$word passwort parol parolim parolparol mypassword yourpassword nopassword newpassword
12345678 123456789 1234567890 0123456789 87654321 987654321 0987654321 11223344 1122334455 12341234 12344321 123123123 147258369
741852963 789456123 159357456 123321123 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 1qaz2wsx 1qazxsw2 zaq12wsx qazwsxedc
qwerty qwertyu qwertyui qwertyuiop qwerty123456 qwertyqwerty 123qweasd qweasdzxc qweasd asdfghjk asdfghjkl asdf1234 zxcvbnm zxcvbnm1
йцукен йцукенгш йцукенгшщз йцукенгшщзхъ пароль парольпароль qwertyuiop[] 12345qwert 1234qwer qwer1234 abcd1234 a1b2c3d4 abc12345
aa123456 a1234567 a12345678 abc123abc iloveyou loveyou lovelove letmein welcome welcome1 sunshine princess football baseball
basketball superman batman spiderman pokemon dragon monkey shadow master michael jordan jennifer charlie computer internet
samsung samsung1 iphone xiaomi android google facebook instagram telegram whatsapp youtube tiktok starwars minecraft counterstrike
admin administrator adminadmin root rootroot toor changeme default guest testtest test1234 tester testing qwertytest demodemo
secret secret12 access master1 login loginlogin killer hunter trustno1 whatever freedom forever flower summer winter spring autumn
uzbekistan ozbekiston oʻzbekiston o‘zbekiston o'zbekiston uzbekiston узбекистан ўзбекистон toshkent tashkent тошкент ташкент samarqand
samarkand самарканд buxoro bukhara andijon fargona farg'ona farg‘ona namangan xorazm khorezm nukus navoiy qashqadaryo surxondaryo
jizzax sirdaryo guliston termiz qarshi urganch chirchiq mustaqillik navruz navroz amirtemur navoi alisher bobur
salom salomsalom assalom assalomu assalomualaykum bismillah bismilloh allohuakbar allahakbar muhammad islomiya onajon otajon
onamotam oyijon dadajon sevgilim sevaman senisevaman mensenisevaman yaxshi azizim jonim yuragim hayotim baxtli do'stlik
talaba student universitet universitetim tashkilot organization imkon imkoniyat imkoniyatlar maktab bolalar
pubgmobile barcelona realmadrid ronaldo messi manchester liverpool chelsea arsenal neymar paxtakor bunyodkor nasaf
january february october november december monday sunday friday
`;
/**
 * The most common passwords and words people append numbers to, in lower case. A password is also looked up without the digits
 * and signs at its ends. The list is short on purpose: rate limits stop longer guessing.
 */
export const commonPasswords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean));
