import { PageTitle, usePage } from '../../shell/Page.tsx';

const Terms = () => {
  usePage('Foydalanish shartlari');
  return <PageTitle>Foydalanish shartlari</PageTitle>;
};
export default Terms;
