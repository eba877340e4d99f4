import { useQuery } from '@tanstack/react-query';
import { initials } from '#contract/uzbek.ts';
import { partnersQuery } from '../../data/organizations/partners.ts';
import { Avatar } from '../../ui/Card.tsx';

/** Verified organizations, independent of the list above; renders nothing when there are none. */
export const Partners = () => {
  const { data } = useQuery(partnersQuery());
  return data?.length ? (
    <section aria-labelledby="hamkorlar">
      <h2 id="hamkorlar" className="text-lg font-semibold">
        Tasdiqlangan tashkilotlar
      </h2>
      <ul className="mt-3 flex flex-wrap gap-x-6 gap-y-3">
        {data.map(({ id, name, logo }) => (
          <li key={id} className="flex items-center gap-2 font-medium">
            <Avatar src={logo} initials={initials(name, 'OP')} />
            {name}
          </li>
        ))}
      </ul>
    </section>
  ) : null;
};
