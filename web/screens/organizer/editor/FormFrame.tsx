import { ArrowLeft } from 'lucide-react';
import { useBack } from '../../../lib/router.tsx';
import { PageTitle } from '../../../shell/Page.tsx';
import { IconButton } from '../../../ui/Button.tsx';
import { Skeleton } from '../../../ui/Card.tsx';

/** The title of the form with a back button. */
export const FormHeader = ({ title }: { title: string }) => {
  const back = useBack();
  return (
    <div className="flex items-center gap-2">
      <IconButton label="Orqaga" onClick={back} className="-ml-3">
        <ArrowLeft aria-hidden="true" />
      </IconButton>
      <PageTitle>{title}</PageTitle>
    </div>
  );
};

/** Placeholder while the form's data loads. */
export const FormSkeleton = () => (
  <div role="status" className="space-y-5">
    <span className="sr-only">Yuklanmoqda...</span>
    <Skeleton className="h-96" />
    <Skeleton className="h-72" />
  </div>
);
