import { PageTitle, usePage } from '../../shell/Page.tsx';

const OrganizationProfile = () => {
  usePage('Tashkilot profili');
  return <PageTitle>Tashkilot profili</PageTitle>;
};
export default OrganizationProfile;
