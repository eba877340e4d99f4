import { PageTitle, usePage } from '../../shell/Page.tsx';

const MyApplications = () => {
  usePage('Arizalarim');
  return <PageTitle>Arizalarim</PageTitle>;
};
export default MyApplications;
