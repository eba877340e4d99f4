import { Suspense } from 'react';
import { lazyWithRetry } from '../../ui/lazyWithRetry.tsx';

const AccountCard = lazyWithRetry(() => import('./AccountCard.tsx'));

/** The account section at the end of a profile, loaded after it. */
export const Account = () => (
  <Suspense fallback={null}>
    <AccountCard />
  </Suspense>
);
