import { ArrowRight } from 'lucide-react';
import { profileCompleteness } from '#contract/readiness.ts';
import type { StudentProfile } from '#contract/student.ts';
import { Link } from '../../../lib/router.tsx';

/** Completeness of the profile in percent, and the next step. */
export const Completeness = ({ profile, onGo }: { profile: StudentProfile; onGo(section: string): void }) => {
  const { percent, next } = profileCompleteness(profile);
  return (
    <div className="mt-4 border-t border-line pt-4">
      <p id="completeness" className="font-medium">
        Profil {percent}% to‘ldirilgan
      </p>
      {next && (
        <>
          <progress className="bar mt-2" max={100} value={percent} aria-labelledby="completeness" />
          <Link
            to={`/profile?section=${next.tab}`}
            className="mt-2 inline-flex min-h-11 items-center gap-1.5 font-semibold text-brand underline underline-offset-2"
            onClick={(event) => {
              // Already on this page, so no new history entry.
              event.preventDefault();
              onGo(next.tab);
            }}
          >
            {next.label}
            <ArrowRight aria-hidden="true" className="size-5 shrink-0" />
          </Link>
        </>
      )}
    </div>
  );
};
