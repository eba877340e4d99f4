import { BookOpen, FileText, LifeBuoy, Video } from 'lucide-react';
import { PageTitle, usePage } from '../../shell/Page.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { TrialMode } from './TrialMode.tsx';

const resources = [
  { icon: Video, title: 'Video darslar', text: 'Ariza yozish, suhbat va motivatsion xat bo‘yicha 120+ video', action: 'Tomosha qilish' },
  { icon: FileText, title: 'Namunalar', text: 'Rezyume, motivatsion xat va tavsiyanoma namunalari', action: 'Yuklab olish' },
  { icon: BookOpen, title: 'Qo‘llanmalar', text: 'Grant va stipendiyalarga bosqichma-bosqich tayyorgarlik', action: 'O‘qish' },
];
const directions = [
  { title: 'UI/UX dizayn', text: 'Tadqiqot, prototip va portfel tayyorlash asoslari.' },
  { title: 'Data Science', text: 'Python, statistika va ma’lumotlar tahlili.' },
  { title: 'Mahsulot boshqaruvi', text: 'G‘oyadan ishga tushirishgacha: mahsulot bilan ishlash.' },
];
const questions = [
  { title: 'Materiallar bepulmi?', text: 'Ha, barcha materiallar talabalar uchun bepul bo‘ladi.' },
  { title: 'Materiallar qachon ochiladi?', text: 'Yopiq sinov tugashi bilan hamma uchun ochiladi.' },
  { title: 'O‘z materialimni taklif qila olamanmi?', text: 'Ha, yordam markaziga yozing.' },
];

const Accordion = ({ heading, items }: { heading: string; items: { title: string; text: string }[] }) => (
  <Card>
    <h3 className="text-lg font-semibold">{heading}</h3>
    <div className="mt-2 divide-y divide-line">
      {items.map(({ title, text }) => (
        <details key={title} className="py-1">
          <summary className="min-h-11 py-2 font-medium">{title}</summary>
          <p className="pb-3 text-muted">{text}</p>
        </details>
      ))}
    </div>
  </Card>
);

const Resources = () => {
  usePage('Resurslar markazi');
  return (
    <>
      <PageTitle>Resurslar markazi</PageTitle>
      <TrialMode notice="Bo‘lim yopiq sinovdan o‘tmoqda. Materiallar tez orada qo‘shiladi.">
        <div className="grid gap-4 sm:grid-cols-3">
          {resources.map(({ icon: Icon, title, text, action }) => (
            <Card key={title}>
              <Icon aria-hidden="true" className="text-brand" />
              <h3 className="mt-2 font-semibold">{title}</h3>
              <p className="mb-3 text-muted">{text}</p>
              <Button variant="secondary">{action}</Button>
            </Card>
          ))}
        </div>
        <Accordion heading="Yo‘nalishlar" items={directions} />
        <Accordion heading="Ko‘p so‘raladigan savollar" items={questions} />
        <Card className="flex flex-wrap items-center gap-4">
          <LifeBuoy aria-hidden="true" className="size-8 text-brand" />
          <div className="min-w-0 grow basis-52">
            <h3 className="text-lg font-semibold">Yordam markazi</h3>
            <p className="text-muted">Savolingizga 24 soat ichida javob beramiz.</p>
          </div>
          <Button>Savol berish</Button>
        </Card>
      </TrialMode>
    </>
  );
};
export default Resources;
