import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { screenForPath } from '#contract/screens.ts';
import { App, table } from './App.tsx';
import { makeQueryClient } from './data/client.ts';
import { removeStored } from './lib/browserStorage.ts';
import { readSession } from './lib/session.ts';
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
  const here = screenForPath(window.location.pathname);
  if (here) await table[here.path].preload().catch(() => {});
  removeStored('reloaded', 'sessionStorage');
  if (!handed) {
    createRoot(root).render(app);
    return;
  }
  for (const [key, data] of JSON.parse(handed) as [unknown[], unknown][]) client.setQueryData(key, data);
  hydrateRoot(root, app);
  // The server answered as it answers anybody; a signed-in person's own view of it is fetched now.
  if (readSession()) client.invalidateQueries();
};
start();
