import { PageTitle, usePage } from '../../shell/Page.tsx';

const Browse = () => {
  usePage('Yangi imkoniyatlar');
  return <PageTitle>Yangi imkoniyatlar</PageTitle>;
};
export default Browse;
