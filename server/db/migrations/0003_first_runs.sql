-- What was done once for an installation and is not done again, whatever is deleted afterwards.
create table first_runs (
  name text primary key,
  done_at timestamptz not null
);
