import { PageTitle, usePage } from '../../shell/Page.tsx';

const Events = () => {
  usePage('Tadbirlar');
  return <PageTitle>Tadbirlar</PageTitle>;
};
export default Events;
