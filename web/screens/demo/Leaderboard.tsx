import { PageTitle, usePage } from '../../shell/Page.tsx';

const Leaderboard = () => {
  usePage('Reyting doskasi');
  return <PageTitle>Reyting doskasi</PageTitle>;
};
export default Leaderboard;
