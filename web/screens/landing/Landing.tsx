import { useQuery } from '@tanstack/react-query';
import { landingFilters, opportunityListQuery } from '../../data/opportunities.ts';
import { Link } from '../../lib/router.tsx';
import { PageTitle, usePage } from '../../shell/Page.tsx';

const Landing = () => {
  usePage('Imkon');
  const { data } = useQuery(opportunityListQuery(landingFilters));
  return (
    <section id="imkoniyatlar">
      <PageTitle>Imkoniyatlar</PageTitle>
      <ul>
        {data?.results.map((item) => (
          <li key={item.id}>
            <Link to={`/event/${item.id}`}>{item.title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
};
export default Landing;
