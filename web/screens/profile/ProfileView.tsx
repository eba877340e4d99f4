import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type StudentProfile, studentProfileInput } from '#contract/student.ts';
import { initialsOf } from '#contract/uzbek.ts';
import { applyingTo } from '../../data/applying.ts';
import { examScoresQuery, useSaveProfile } from '../../data/students.ts';
import { messageFor } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { Link, useLocation, useSearchParams } from '../../lib/router.tsx';
import { useSession } from '../../lib/session.ts';
import { useSignOut } from '../../shell/guards.tsx';
import { PageTitle } from '../../shell/Page.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Avatar, Card } from '../../ui/Card.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { AboutSection, DocumentsSection, PersonalSection, StudySection } from './DetailSections.tsx';
import { detailsOf, formSections } from './details.ts';
import { ListSection } from './ListSection.tsx';
import { listings } from './listings.tsx';

/** The student's whole profile, shown and edited; the sections in the specification's order. */
export const ProfileView = ({ profile }: { profile: StudentProfile }) => {
  const draft = `profile:${useSession()?.user_id ?? 0}`;
  const scores = useQuery(examScoresQuery());
  const save = useSaveProfile();
  const [section] = useSearchParams();
  const wanted = section.get('section');
  const form = useForm({
    initial: detailsOf(profile),
    schema: studentProfileInput,
    keepAs: draft,
    submit: async (body) => {
      try {
        await save.mutateAsync(body);
      } catch (error) {
        toastError(messageFor(error));
        throw error;
      }
      toastSuccess('Muvaffaqiyat!', "Profil ma'lumotlari saqlandi");
      setEditing(false);
    },
  });
  // What was typed before a reload is still being edited.
  const [editing, setEditing] = useState(form.restored || (wanted !== null && formSections.includes(wanted)));
  const shown = editing ? form : null;
  const edit = () => {
    form.reset(detailsOf(profile));
    setEditing(true);
  };
  const cancel = () => {
    form.reset(detailsOf(profile));
    setEditing(false);
  };

  useEffect(() => {
    if (!wanted) return;
    // After the screen's own focus on its heading.
    const frame = requestAnimationFrame(() => {
      const heading = document.getElementById(`section-${wanted === 'resume' ? 'portfolio' : wanted}`);
      heading?.scrollIntoView({ block: 'start' });
      heading?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted]);

  const name = `${profile.first_name} ${profile.last_name}`.trim();
  return (
    <div className="mx-auto max-w-3xl space-y-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Profil</PageTitle>
        {!editing && (
          <div className="flex flex-wrap gap-2">
            <Leave />
            <Button onClick={edit}>Tahrirlash</Button>
          </div>
        )}
      </div>
      <Bar>
        {editing && (
          <>
            <Button look="secondary" onClick={cancel}>
              Bekor qilish
            </Button>
            <Button busy={form.busy} onClick={() => form.onSubmit()}>
              {form.busy ? 'Saqlanmoqda...' : 'Saqlash'}
            </Button>
          </>
        )}
      </Bar>
      <ErrorSummary form={form} />
      <Card className="flex items-center gap-4">
        <Avatar src={profile.avatar} initials={initialsOf(name, 'O')} className="size-20 text-2xl" />
        <div className="min-w-0">
          <p className="text-lg font-semibold">{name}</p>
          <p className="text-muted">{profile.email}</p>
        </div>
      </Card>
      <PersonalSection profile={profile} form={shown} />
      <StudySection profile={profile} form={shown} />
      <ListSection listing={listings.education} entries={profile.education} />
      <AboutSection profile={profile} form={shown} />
      <ListSection listing={listings.experience} entries={profile.experiences} />
      <ListSection listing={listings.projects} entries={profile.projects} />
      <ListSection listing={listings.examScores} entries={scores.data} error={scores.error} onRetry={scores.refetch} />
      <ListSection listing={listings.achievements} entries={profile.achievements} />
      <ListSection listing={listings.socialLinks} entries={profile.social_links} />
      <ListSection listing={listings.languages} entries={profile.languages} />
      <ListSection listing={listings.skills} entries={profile.skills} />
      <DocumentsSection profile={profile} form={shown} />
    </div>
  );
};

/** Stays in sight while one edits or an application waits: the way on is never far. */
const Bar = ({ children }: { children: React.ReactNode }) => {
  const [applying] = useState(applyingTo);
  const from = useLocation().state as { applying?: number } | null;
  if (!applying && !children) return null;
  const address = `/event/${applying}?apply=1`;
  return (
    <div className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-2 border-b border-line bg-page px-4 py-2 md:top-[3.75rem]">
      {applying ? (
        <Link
          to={address}
          className={buttonClass('quiet')}
          onClick={(event) => {
            // The application is the page before: going back keeps the phone's Back honest.
            if (from?.applying !== applying) return;
            event.preventDefault();
            window.history.back();
          }}
        >
          <ArrowLeft aria-hidden="true" className="size-5" />
          Arizaga qaytish
        </Link>
      ) : null}
      <div className="ml-auto flex flex-wrap gap-2">{children}</div>
    </div>
  );
};

const Leave = () => (
  <Button look="secondary" onClick={useSignOut()}>
    Chiqish
  </Button>
);
