import { PageTitle, usePage } from '../../shell/Page.tsx';

const Login = () => {
  usePage('Kirish');
  return <PageTitle>Kirish</PageTitle>;
};
export default Login;
