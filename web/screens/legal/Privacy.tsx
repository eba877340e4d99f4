import { PageTitle, usePage } from '../../shell/Page.tsx';

const Privacy = () => {
  usePage('Maxfiylik siyosati');
  return <PageTitle>Maxfiylik siyosati</PageTitle>;
};
export default Privacy;
