import { useEffect, useState } from 'react';

const ours = 'O‘zbekiston';
const nothing = { countries: [ours], cities: [] as string[] };

/** Suggestions only: any country and city may be typed, and the lists come when they are first wanted. */
export const usePlaces = () => {
  const [places, setPlaces] = useState(nothing);
  useEffect(() => {
    Promise.all([import('../../../data/countries-uz.json'), import('../../../data/regions-uz.json')])
      .then(([countries, regions]) =>
        setPlaces({
          countries: [ours, ...countries.default.map((one) => one.name_uz).filter((name) => name !== ours)],
          cities: regions.default.flatMap((region) => region.cities.map((city) => city.replace(/ shahri$/, ''))),
        }),
      )
      .catch(() => {
        // Without the lists everything can still be typed.
      });
  }, []);
  return places;
};
