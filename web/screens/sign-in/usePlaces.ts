import { useEffect, useState } from 'react';

const uzbekistan = 'O‘zbekiston';
const initial = { countries: [uzbekistan], cities: [] as string[] };

/** Suggested countries and cities, loaded on mount. Any other value may be typed. */
export const usePlaces = () => {
  const [places, setPlaces] = useState(initial);
  useEffect(() => {
    Promise.all([import('../../../data/countries-uz.json'), import('../../../data/regions-uz.json')])
      .then(([countries, regions]) =>
        setPlaces({
          countries: [uzbekistan, ...countries.default.map((one) => one.name_uz).filter((name) => name !== uzbekistan)],
          cities: regions.default.flatMap((region) => region.cities.map((city) => city.replace(/ shahri$/, ''))),
        }),
      )
      .catch(() => {
        // Suggestions are optional.
      });
  }, []);
  return places;
};
