import { PageTitle, usePage } from '../../shell/Page.tsx';

const Applications = () => {
  usePage('Arizalar');
  return <PageTitle>Arizalar</PageTitle>;
};
export default Applications;
