import { PageTitle, usePage } from '../../shell/Page.tsx';

const Resources = () => {
  usePage('Resurslar markazi');
  return <PageTitle>Resurslar markazi</PageTitle>;
};
export default Resources;
