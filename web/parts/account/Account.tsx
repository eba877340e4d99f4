import { Suspense } from 'react';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';

const AccountCard = lazyWithRetry(() => import('./AccountCard.tsx'));

/** The account behind a profile, at its end; its code comes after the profile's own. */
export const Account = () => (
  <Suspense fallback={null}>
    <AccountCard />
  </Suspense>
);
