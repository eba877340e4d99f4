import { type DehydratedState, hydrate } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { screenAt } from '#contract/screens.ts';
import { App, table } from './App.tsx';
import { makeQueryClient } from './data/client.ts';
import { ApiError } from './lib/api.ts';
import { readSession, type Session, setRenderedSession } from './lib/session.ts';
import './styles.css';

const start = async () => {
  const client = makeQueryClient();
  const root = document.getElementById('root') as HTMLElement;
  const handed = document.getElementById('state')?.textContent;
  const app = (
    <StrictMode>
      <App client={client} />
    </StrictMode>
  );
  const here = screenAt(window.location.pathname);
  if (here) await table[here.path].preload().catch(() => {});
  sessionStorage.removeItem('reloaded');
  if (!handed) {
    createRoot(root).render(app);
    return;
  }
  const { queries, session } = JSON.parse(handed) as { queries: DehydratedState; session: Session | null };
  // A refusal travels as its status and body.
  for (const { state } of queries.queries) {
    const refusal = state.error as ApiError | null;
    if (refusal) state.error = new ApiError(refusal.status, refusal.body);
  }
  hydrate(client, queries);
  setRenderedSession(session);
  hydrateRoot(root, app);
  // The server answered as it answers anybody; a signed-in person's own view of it is fetched now.
  if (readSession()) client.invalidateQueries();
};
start();
