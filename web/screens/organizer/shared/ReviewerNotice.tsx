import { LinkButton } from '../../../ui/Button.tsx';

/** Explains who may create and edit opportunities. */
export const editPermissionText = 'Imkoniyatlarni tashkilot egasi va menejerlari yaratadi va tahrirlaydi.';

/** Replaces the form for a reviewer, whom the server would refuse. */
export const ReviewerNotice = () => (
  <div role="alert" className="flex flex-col items-start gap-3 rounded-2xl border border-line bg-surface p-5">
    <p className="font-medium">{editPermissionText}</p>
    <p className="text-muted">Siz ko‘rib chiquvchisiz: arizalarni o‘qiysiz, baholaysiz va izoh yozasiz.</p>
    <LinkButton to="/organizer/applications" variant="secondary">
      Arizalarga o‘tish
    </LinkButton>
  </div>
);
