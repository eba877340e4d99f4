import { PageTitle, usePage } from '../../shell/Page.tsx';

const Help = () => {
  usePage('Yordam');
  return <PageTitle>Yordam</PageTitle>;
};
export default Help;
