import { Flame, Medal, TrendingUp, Trophy } from 'lucide-react';
import { formatNumber } from '#contract/uzbek.ts';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { Badge, Card } from '../../ui/Card.tsx';
import { TrialMode } from './TrialMode.tsx';

interface Student {
  fullName: string;
  university: string;
  victories: number;
  score: number;
  /** Consecutive weeks. */
  streak: number;
  focusArea: string;
}
/** Fictional students; the ranking is not implemented yet (specification 2). */
const topFive: readonly [Student, ...Student[]] = [
  { fullName: 'Madina Yo‘ldosheva', university: 'TATU', victories: 9, score: 2480, streak: 12, focusArea: 'Sun’iy intellekt' },
  { fullName: 'Jasur Normatov', university: 'O‘zMU', victories: 7, score: 2310, streak: 9, focusArea: 'Tadbirkorlik' },
  { fullName: 'Dilnoza Ergasheva', university: 'SamDU', victories: 6, score: 2140, streak: 8, focusArea: 'Ekologiya' },
  { fullName: 'Bekzod Tursunov', university: 'TDTU', victories: 5, score: 1975, streak: 6, focusArea: 'Muhandislik' },
  { fullName: 'Sevinch Qodirova', university: 'JIDU', victories: 4, score: 1820, streak: 5, focusArea: 'Xalqaro munosabatlar' },
];
const [leader] = topFive;

const highlights = [
  { icon: Trophy, title: 'Oy yetakchisi', text: `${leader.fullName} — ${formatNumber(leader.score)} ball` },
  { icon: Flame, title: 'Eng uzun davomiylik', text: `Ketma-ket ${leader.streak} hafta` },
  { icon: TrendingUp, title: 'Eng tez o‘sish', text: 'Bir oyda 18 pog‘ona' },
];
const categories = [
  { title: 'Grantlar', text: 'Grant va stipendiya yutganlar' },
  { title: 'Tanlovlar', text: 'Xalqaro va mahalliy tanlov g‘oliblari' },
  { title: 'Ko‘ngillilar', text: 'Eng faol ko‘ngillilar' },
];

/** Percent behind the leader, rounded. */
const percentBehind = (score: number) => 100 - Math.round((score / leader.score) * 100);

const Leaderboard = () => {
  usePage('Reyting doskasi');
  return (
    <>
      <PageTitle>Reyting doskasi</PageTitle>
      <TrialMode notice="Natijalar tez orada yangilanadi va hozircha hammaga ochiq emas.">
        <div className="grid gap-4 sm:grid-cols-3">
          {highlights.map(({ icon: Icon, title, text }) => (
            <Card key={title}>
              <Icon aria-hidden="true" className="text-brand" />
              <h3 className="mt-2 font-semibold">{title}</h3>
              <p className="text-muted">{text}</p>
            </Card>
          ))}
        </div>
        <Card>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <h3 className="text-lg font-semibold">Oyning eng yaxshi 5 talabasi</h3>
            <Button variant="secondary">Barchasini ko‘rish</Button>
          </div>
          <ol className="mt-4 divide-y divide-line">
            {topFive.map(({ fullName, university, victories, score, streak, focusArea }, index) => (
              <li key={fullName} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
                <span className="w-6 text-center text-lg font-bold tabular-nums">{index + 1}</span>
                <span className="min-w-0 grow basis-40">
                  <b className="font-semibold">{fullName}</b>
                  <span className="block text-sm text-muted">
                    {university} · {focusArea}
                  </span>
                </span>
                <span className="text-sm text-muted">
                  {victories} g‘alaba · {streak} hafta
                </span>
                <span className="font-semibold tabular-nums">{formatNumber(score)} ball</span>
                <Badge tone={index === 0 ? 'success' : 'neutral'}>
                  {index === 0 ? 'Yetakchi' : `Yetakchidan ${percentBehind(score)}% ortda`}
                </Badge>
              </li>
            ))}
          </ol>
        </Card>
        <div className="grid gap-4 sm:grid-cols-3">
          {categories.map(({ title, text }) => (
            <Card key={title}>
              <Medal aria-hidden="true" className="text-brand" />
              <h3 className="mt-2 font-semibold">{title}</h3>
              <p className="mb-3 text-muted">{text}</p>
              <Button variant="secondary">Batafsil</Button>
            </Card>
          ))}
        </div>
      </TrialMode>
    </>
  );
};
export default Leaderboard;
