import { LinkButton } from '../ui/Button.tsx';
import { PageTitle, usePage } from './Page.tsx';

const NotFoundPage = () => {
  usePage('Sahifa topilmadi');
  return (
    <div className="flex flex-col items-center gap-4 py-20 text-center">
      <p className="text-6xl font-bold text-brand">404</p>
      <PageTitle>Oops! Page not found</PageTitle>
      <p className="text-muted">Siz qidirgan sahifa topilmadi yoki ko‘chirilgan.</p>
      <LinkButton to="/">Bosh sahifaga qaytish</LinkButton>
    </div>
  );
};
export default NotFoundPage;
