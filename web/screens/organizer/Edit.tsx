import { PageTitle, usePage } from '../../shell/Page.tsx';

const Edit = () => {
  usePage('Imkoniyatni tahrirlash');
  return <PageTitle>Imkoniyatni tahrirlash</PageTitle>;
};
export default Edit;
