import { useQuery } from '@tanstack/react-query';
import { opportunityQuery } from '../../data/opportunities.ts';
import { useParams } from '../../lib/router.tsx';
import { Failure } from '../../parts/Failure.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';

const Opportunity = () => {
  const { data, error } = useQuery(opportunityQuery(Number(useParams().id)));
  usePage(data?.title ?? 'Imkoniyat');
  if (error) return <Failure error={error} />;
  return <PageTitle>{data?.title}</PageTitle>;
};
export default Opportunity;
