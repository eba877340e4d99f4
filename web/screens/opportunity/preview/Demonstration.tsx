import { ArrowLeft } from 'lucide-react';
import { useMemo } from 'react';
import type { OpportunityDetail } from '#contract/opportunity.ts';
import { useForm } from '../../../lib/form.ts';
import { answersSchema } from '../../../parts/application/answers.ts';
import { QuestionFields } from '../../../parts/application/Questions.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { Badge, Card } from '../../../ui/Card.tsx';
import { ErrorSummary } from '../../../ui/ErrorSummary.tsx';
import { toastSuccess } from '../../../ui/toast.ts';
import { Footer } from '../apply/Footer.tsx';
import { Layer } from '../apply/Layer.tsx';
import { OpportunityFacts } from '../apply/Summary.tsx';

const nothingSent = 'Bu oldindan ko‘rish: hech narsa saqlanmaydi va yuborilmaydi.';

const ProfileSections = ({ items }: { items: OpportunityDetail['profile_requirements'] }) => (
  <Card aria-labelledby="demo-sections">
    <h3 id="demo-sections" className="text-lg font-semibold">
      Profil talablari
    </h3>
    <p className="text-muted">Talaba bu yerda profilining qaysi bo‘limlari tayyor, qaysilari yetishmayotganini ko‘radi.</p>
    <ul className="mt-3 space-y-3">
      {items.map(({ id, section_display, requirement_level_display, custom_message }) => (
        <li key={id}>
          <span className="font-medium">{section_display}</span> <Badge>{requirement_level_display}</Badge>
          {custom_message && <p className="text-sm text-muted">{custom_message}</p>}
        </li>
      ))}
    </ul>
  </Card>
);

/** The application form in the preview: fields can be filled in, files cannot be chosen, and nothing is sent. */
const Demonstration = ({ item, onClose }: { item: OpportunityDetail; onClose(): void }) => {
  const { additional_questions: questions, profile_requirements: requirements } = item;
  const form = useForm({
    initial: { answers: {} as Record<string, unknown> },
    schema: useMemo(() => answersSchema(questions.filter(({ question_type }) => question_type !== 'file')), [questions]),
    submit: async () => toastSuccess('Ariza yuborilmadi', nothingSent),
  });
  return (
    <Layer>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc goes back from anywhere */}
      <div className="flex min-h-0 grow flex-col" onKeyDown={(event) => event.key === 'Escape' && onClose()}>
        <header className="border-b border-line bg-surface">
          <div className="mx-auto flex w-full max-w-3xl items-center gap-1 py-1 pr-4 pl-1">
            <IconButton label="Orqaga" onClick={onClose}>
              <ArrowLeft aria-hidden="true" />
            </IconButton>
            <h2 id="apply-title" tabIndex={-1} className="text-lg font-semibold">
              Ariza topshirish
            </h2>
          </div>
        </header>
        <div className="grow overflow-y-auto overscroll-contain" tabIndex={questions.length === 0 ? 0 : undefined}>
          <div className="mx-auto w-full max-w-3xl space-y-6 px-4 py-5">
            <p className="rounded-xl bg-brand-soft p-4 font-medium text-brand-strong">
              {nothingSent} Maydonlarni to‘ldirib sinab ko‘rishingiz mumkin, faqat fayl tanlab bo‘lmaydi.
            </p>
            <ErrorSummary form={form} />
            <OpportunityFacts opportunity={item} />
            {requirements.length > 0 && <ProfileSections items={requirements} />}
            <QuestionFields form={form} questions={questions} />
            {questions.length === 0 && <p className="text-muted">Bu imkoniyatda qo‘shimcha savollar yo‘q.</p>}
          </div>
        </div>
        <Footer label="Ariza yuborish" isOff={false} isBusy={form.busy} note={nothingSent} onSubmit={form.onSubmit} />
      </div>
    </Layer>
  );
};
export default Demonstration;
