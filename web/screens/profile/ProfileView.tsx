import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, FileDown } from 'lucide-react';
import { useState } from 'react';
import { type StudentProfile, studentProfileInput } from '#contract/student.ts';
import { readApplicationInProgress } from '../../data/applications/resume-application.ts';
import { examScoresQuery, useSaveProfile } from '../../data/students/profile.ts';
import { messageFor } from '../../lib/api.ts';
import { useForm } from '../../lib/form.ts';
import { goBack, Link, useLocation } from '../../lib/router.tsx';
import { useSession } from '../../lib/session.ts';
import { Account } from '../../parts/account/Account.tsx';
import { RestoredNotice } from '../../parts/states/RestoredNotice.tsx';
import { PageTitle } from '../../shell/Page.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { useLeaveGuard } from '../../ui/useLeaveGuard.tsx';
import { Completeness } from './details/Completeness.tsx';
import { AboutSection, DocumentsSection, PersonalSection, StudySection } from './details/DetailSections.tsx';
import { formSections, toDetails } from './details/details.ts';
import { Picture } from './details/Picture.tsx';
import { clearOpenEntry } from './entries/entryDrafts.ts';
import { entryListViews } from './entries/entryViews.ts';
import { ListSection } from './entries/ListSection.tsx';
import { useEntrySheet } from './entries/useEntrySheet.ts';
import { SignOut } from './SignOut.tsx';
import { useSectionFromAddress } from './useSectionFromAddress.ts';

/** Labels for messages that do not name their field. */
const labels = { first_name: 'Ism', graduation_year: 'Bitirish yili', portfolio_url: 'Portfolio havolasi' };

/** The student's profile, shown and edited, with sections in the specification's order (specification 2). */
export const ProfileView = ({ profile }: { profile: StudentProfile }) => {
  const userId = useSession()?.user_id ?? 0;
  const scores = useQuery(examScoresQuery());
  const save = useSaveProfile();
  const sheet = useEntrySheet();
  const arrival = useSectionFromAddress(
    (section) => formSections.includes(section) && !editing && edit(),
    () => clearOpenEntry(userId),
  );
  const form = useForm({
    initial: toDetails(profile),
    schema: studentProfileInput,
    draftName: `profile:${userId}`,
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
  // A restored draft is opened for editing.
  const [editing, setEditing] = useState(form.restored || formSections.includes(arrival.section ?? ''));
  const visibleForm = editing ? form : null;
  const edit = () => {
    form.reset(toDetails(profile));
    setEditing(true);
  };
  const cancel = () => {
    form.reset(toDetails(profile));
    setEditing(false);
  };

  const guard = useLeaveGuard(editing && (form.dirty || form.restored), () => form.reset(toDetails(profile)));

  const name = `${profile.first_name} ${profile.last_name}`.trim();
  return (
    <div className="mx-auto max-w-3xl space-y-5">
      {guard}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PageTitle>Profil</PageTitle>
        {!editing && (
          <div className="flex flex-wrap gap-2">
            <SignOut />
            <Button onClick={edit}>Tahrirlash</Button>
          </div>
        )}
      </div>
      <StickyBar>
        {editing && (
          <>
            <Button variant="secondary" onClick={cancel}>
              Bekor qilish
            </Button>
            <Button busy={form.busy} onClick={() => form.onSubmit()}>
              {form.busy ? 'Saqlanmoqda...' : 'Saqlash'}
            </Button>
          </>
        )}
      </StickyBar>
      <ErrorSummary form={form} labels={labels} />
      {form.restored && <RestoredNotice />}
      <Card aria-labelledby="section-avatar">
        <Picture profile={profile} name={name}>
          <h2 id="section-avatar" tabIndex={-1} className="scroll-mt-24 text-lg font-semibold">
            {name}
          </h2>
          <p className="text-muted">{profile.email}</p>
        </Picture>
        <Completeness profile={profile} onGo={arrival.go} />
        <a href={profile.cv_url} className={buttonClass('secondary', 'mt-3')}>
          <FileDown aria-hidden="true" className="size-5" />
          CV (PDF)
        </a>
      </Card>
      <PersonalSection profile={profile} form={visibleForm} />
      <StudySection profile={profile} form={visibleForm} />
      <ListSection
        listing={entryListViews.education}
        entries={profile.education}
        sheet={sheet}
        visit={arrival.visitNumber(entryListViews.education.section)}
      />
      <AboutSection profile={profile} form={visibleForm} />
      <ListSection
        listing={entryListViews.experience}
        entries={profile.experiences}
        sheet={sheet}
        visit={arrival.visitNumber(entryListViews.experience.section)}
      />
      <ListSection
        listing={entryListViews.projects}
        entries={profile.projects}
        sheet={sheet}
        visit={arrival.visitNumber(entryListViews.projects.section)}
      />
      <ListSection
        listing={entryListViews.examScores}
        entries={scores.data}
        error={scores.error}
        onRetry={scores.refetch}
        sheet={sheet}
        visit={arrival.visitNumber(entryListViews.examScores.section)}
      />
      <ListSection
        listing={entryListViews.achievements}
        entries={profile.achievements}
        sheet={sheet}
        visit={arrival.visitNumber(entryListViews.achievements.section)}
      />
      <ListSection
        listing={entryListViews.socialLinks}
        entries={profile.social_links}
        sheet={sheet}
        visit={arrival.visitNumber(entryListViews.socialLinks.section)}
      />
      <ListSection
        listing={entryListViews.languages}
        entries={profile.languages}
        sheet={sheet}
        visit={arrival.visitNumber(entryListViews.languages.section)}
      />
      <ListSection
        listing={entryListViews.skills}
        entries={profile.skills}
        sheet={sheet}
        visit={arrival.visitNumber(entryListViews.skills.section)}
      />
      <DocumentsSection profile={profile} form={visibleForm} />
      <Account />
    </div>
  );
};

/** Sticky bar with the form's buttons and the link back to an unfinished application. */
const StickyBar = ({ children }: { children: React.ReactNode }) => {
  const [applying] = useState(readApplicationInProgress);
  const from = useLocation().state as { applying?: number } | null;
  if (!applying && !children) return null;
  const url = `/event/${applying}?apply=1`;
  return (
    <div className="sticky top-0 z-10 -mx-4 flex flex-wrap items-center justify-between gap-2 border-b border-line bg-page px-4 py-2 md:top-[3.75rem]">
      {applying ? (
        <Link
          to={url}
          className={buttonClass('quiet')}
          onClick={(event) => {
            // The application is the previous page: going back avoids a duplicate history entry.
            if (from?.applying !== applying) return;
            event.preventDefault();
            goBack();
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
