import { PageTitle, usePage } from '../../shell/Page.tsx';

const Dashboard = () => {
  usePage('Statistika');
  return <PageTitle>Statistika</PageTitle>;
};
export default Dashboard;
