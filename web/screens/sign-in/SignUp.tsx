import { PageTitle, usePage } from '../../shell/Page.tsx';

const SignUp = () => {
  usePage('Ro‘yxatdan o‘tish');
  return <PageTitle>Ro‘yxatdan o‘tish</PageTitle>;
};
export default SignUp;
