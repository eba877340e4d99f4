import { PageTitle, usePage } from '../../shell/Page.tsx';

const Create = () => {
  usePage('Yangi imkoniyat yaratish');
  return <PageTitle>Yangi imkoniyat yaratish</PageTitle>;
};
export default Create;
