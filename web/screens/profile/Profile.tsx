import { PageTitle, usePage } from '../../shell/Page.tsx';

const Profile = () => {
  usePage('Profil');
  return <PageTitle>Profil</PageTitle>;
};
export default Profile;
