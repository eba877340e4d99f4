-- Judging.
alter table opportunities
  add column blind_review boolean not null default false,
  add column featured_locked boolean not null default false,
  add constraint opportunities_featured check (not (featured and featured_locked));

create table criteria (
  id integer generated always as identity primary key,
  opportunity_id integer not null references opportunities on delete cascade,
  name text not null, description text,
  weight double precision not null check (weight > 0),
  max_score integer not null check (max_score > 0),
  "order" integer not null
);
create index criteria_opportunity_id on criteria (opportunity_id);

-- One reviewer's verdict on one application. `total` is its weighted percentage, null until every criterion has a score.
create table reviews (
  application_id integer not null references applications on delete cascade,
  reviewer_id integer not null references users on delete cascade,
  -- {criterion id: score}
  scores jsonb not null default '{}',
  comment text,
  total numeric(5, 2),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (application_id, reviewer_id)
);
create index reviews_reviewer_id on reviews (reviewer_id);

create table application_notes (
  id integer generated always as identity primary key,
  application_id integer not null references applications on delete cascade,
  author_id integer references users on delete set null,
  text text not null,
  created_at timestamptz not null
);
create index application_notes_application_id on application_notes (application_id);
create index application_notes_author_id on application_notes (author_id);

alter table applications
  -- Kept by triggers below over whole verdicts.
  add column score numeric(5, 2), add column score_median numeric(5, 2), add column review_count integer not null default 0,
  add column interview_at timestamptz, add column interview_place text,
  -- Who applied, as they were at submission: what a list shows, a chart counts and a spreadsheet holds.
  add column student_name text generated always as
    (nullif(btrim(coalesce(snapshot ->> 'first_name', '') || ' ' || coalesce(snapshot ->> 'last_name', '')), '')) stored,
  add column student_university text generated always as (nullif(btrim(snapshot ->> 'university'), '')) stored,
  -- Folded name and university, then the words of the university once more with `@` before each; written with the snapshot.
  add column search_text text not null default ' ';

-- A verdict as a percentage: each score against its criterion's maximum, weighted.
create function total_of(scores jsonb, opportunity integer) returns numeric language sql stable as $$
  select case when count(*) > 0 and count(*) = count(scores ->> c.id::text)
    then round((100 * sum(c.weight * (scores ->> c.id::text)::double precision / c.max_score) / sum(c.weight))::numeric, 2) end
  from criteria c where c.opportunity_id = opportunity
$$;

create function write_review_total() returns trigger language plpgsql as $$
begin
  select total_of(new.scores, a.opportunity_id) into new.total from applications a where a.id = new.application_id;
  return new;
end $$;
create trigger reviews_total before insert or update of scores on reviews for each row execute function write_review_total();

-- Applications are locked first and in the order of their ids: two verdicts at once both count, and nobody waits in a circle.
create function count_reviews(ids integer[]) returns void language sql as $$
  select 1 from applications where id = any(ids) order by id for no key update;
  update applications a set score = found.mean, score_median = found.median, review_count = found.whole
  from (
    select one.id, round(avg(r.total), 2) as mean,
      round(percentile_cont(0.5) within group (order by r.total)::numeric, 2) as median, count(r.total)::integer as whole
    from unnest(ids) as one(id) left join reviews r on r.application_id = one.id group by one.id
  ) found
  where a.id = found.id and (a.score, a.score_median, a.review_count) is distinct from (found.mean, found.median, found.whole)
$$;
create function count_changed_reviews() returns trigger language plpgsql as $$
begin
  perform count_reviews(array(select distinct application_id from changed));
  return null;
end $$;
create trigger reviews_added after insert on reviews referencing new table as changed
  for each statement execute function count_changed_reviews();
create trigger reviews_changed after update on reviews referencing new table as changed
  for each statement execute function count_changed_reviews();
create trigger reviews_removed after delete on reviews referencing old table as changed
  for each statement execute function count_changed_reviews();

-- Changed criteria change every verdict of the opportunity, and the ranking with them: `total_of` for all at once.
-- Scores of criteria that are gone stay behind and are asked by nobody.
create function weigh_again(opportunity integer) returns void language sql as $$
  update reviews r set total = weighed.total
  from (
    select r.application_id, r.reviewer_id, case when count(c.id) > 0 and count(c.id) = count(r.scores ->> c.id::text)
      then round((100 * sum(c.weight * (r.scores ->> c.id::text)::double precision / c.max_score) / sum(c.weight))::numeric, 2) end as total
    from applications a join reviews r on r.application_id = a.id left join criteria c on c.opportunity_id = a.opportunity_id
    where a.opportunity_id = opportunity group by r.application_id, r.reviewer_id
  ) weighed
  where r.application_id = weighed.application_id and r.reviewer_id = weighed.reviewer_id and r.total is distinct from weighed.total
$$;

create index applications_ranked on applications (organization_id, score desc nulls last, id desc);
create index applications_updated on applications (organization_id, updated_at desc, id desc);
create index applications_by_status on applications (organization_id, status, applied_at desc, id desc);
create index applications_status_ranked on applications (organization_id, status, score desc nulls last, id desc);
create index applications_status_updated on applications (organization_id, status, updated_at desc, id desc);

-- The words of an application, each with the organization before it: what others received is not looked at.
create function received_words(organization_id integer, search_text text) returns tsvector
language sql immutable strict parallel safe cost 5000 as $$
  select array_to_tsvector(array(
    select organization_id || ':' || left(part, 500) from unnest(string_to_array(search_text, ' ')) part where part <> ''))
$$;
create index applications_words on applications using gin (received_words(organization_id, search_text));
-- Those of before, until the next start folds them; none later.
create index applications_unfolded on applications (id) where search_text = ' ' and snapshot is not null;
create index applications_universities on applications (organization_id, opportunity_id, student_university);

-- How many applications of an opportunity stand at a status: figures over a hundred thousand are sums of a few.
create table application_counts (
  organization_id integer not null references organizations on delete cascade,
  opportunity_id integer not null references opportunities on delete cascade,
  status text not null,
  count integer not null,
  primary key (organization_id, opportunity_id, status)
);
create index application_counts_opportunity_id on application_counts (opportunity_id);
insert into application_counts (organization_id, opportunity_id, status, count)
select organization_id, opportunity_id, status, count(*) from applications group by 1, 2, 3;

create or replace function count_applications() returns trigger language plpgsql as $$
declare
  was integer := 0; is_now integer := 0; was_accepted integer := 0; is_accepted integer := 0;
begin
  if tg_op = 'UPDATE' and old.status = new.status then return null; end if;
  if tg_op <> 'INSERT' then
    was := (old.status <> 'withdrawn')::integer; was_accepted := (old.status = 'accepted')::integer;
  end if;
  if tg_op <> 'DELETE' then
    is_now := (new.status <> 'withdrawn')::integer; is_accepted := (new.status = 'accepted')::integer;
  end if;
  if was <> is_now or was_accepted <> is_accepted then
    update opportunities set application_count = application_count + is_now - was, accepted_count = accepted_count + is_accepted - was_accepted
    where id = coalesce(new.opportunity_id, old.opportunity_id);
  else
    -- Its row guards the counts below: two changes at once take their turns here.
    perform 1 from opportunities where id = new.opportunity_id for no key update;
  end if;
  if tg_op <> 'INSERT' then
    update application_counts set count = count - 1
    where organization_id = old.organization_id and opportunity_id = old.opportunity_id and status = old.status;
  end if;
  if tg_op <> 'DELETE' then
    insert into application_counts (organization_id, opportunity_id, status, count)
    values (new.organization_id, new.opportunity_id, new.status, 1)
    on conflict (organization_id, opportunity_id, status) do update set count = application_counts.count + 1;
  end if;
  return null;
end $$;

-- One press of a button: what it changed can be undone together for ten minutes.
create table decisions (
  id integer generated always as identity primary key,
  organization_id integer not null references organizations on delete cascade,
  actor_id integer references users on delete set null,
  to_status text not null,
  created_at timestamptz not null,
  undone_at timestamptz
);
create index decisions_organization_id on decisions (organization_id, created_at desc);
alter table application_events
  add column decision_id integer references decisions on delete set null,
  -- What an undo gives back beside the status.
  add column was jsonb;
create index application_events_decision_id on application_events (decision_id);

-- How applicants are answered; refreshed now and then, and after decisions.
alter table organizations add column response_rate integer, add column median_answer_days integer;
create index application_events_answers on application_events (application_id, created_at) include (decision_id)
  where to_status in ('accepted', 'rejected');
-- The public list of organizations, in its order and by its words.
create index organizations_listed on organizations (is_verified desc, lower(name), id) include (organization_type) where is_active;
create index organizations_words on organizations using gin (words_of(fold)) where is_active;

-- Looks at an opportunity, by Tashkent day.
create table opportunity_views (
  opportunity_id integer not null references opportunities on delete cascade,
  day date not null,
  count integer not null,
  primary key (opportunity_id, day)
);

-- People.
create table invitations (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('member', 'student')),
  organization_id integer not null references organizations on delete cascade,
  opportunity_id integer references opportunities on delete cascade,
  email text not null,
  role text check ((role is not null) = (kind = 'member')),
  -- SHA-256 of the link's token; the token itself is known to whoever has the link.
  token_hash text not null unique,
  invited_by integer references users on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by integer references users on delete cascade,
  revoked_at timestamptz,
  -- Folded name and university of the student who accepted, as words_of reads them.
  search_text text not null default ' '
);
create index invitations_organization_id on invitations (organization_id, created_at desc);
create index invitations_email on invitations (email);
create index invitations_accepted_by on invitations (accepted_by);

create table audit_log (
  id integer generated always as identity primary key,
  organization_id integer not null references organizations on delete cascade,
  actor_id integer references users on delete set null,
  action text not null,
  details text not null default '',
  created_at timestamptz not null
);
create index audit_log_organization_id on audit_log (organization_id, id desc);

-- A spreadsheet somebody asked for: the filter is kept, the rows are read when it is opened.
create table exports (
  id integer generated always as identity primary key,
  organization_id integer not null references organizations on delete cascade,
  user_id integer not null references users on delete cascade,
  format text not null,
  filter jsonb not null,
  created_at timestamptz not null
);
create index exports_user_id on exports (user_id);

-- What people are told in the app. Not shown before `visible_at`; a row that was cancelled before never happened.
create table notifications (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  kind text not null check (kind in ('decision', 'message', 'invitation')),
  title text not null,
  text text not null,
  organization_id integer references organizations on delete set null,
  application_id integer references applications on delete cascade,
  opportunity_id integer references opportunities on delete set null,
  decision_id integer references decisions on delete set null,
  created_at timestamptz not null,
  visible_at timestamptz not null,
  read_at timestamptz,
  cancelled_at timestamptz
);
create index notifications_user_id on notifications (user_id, visible_at desc, id desc) where cancelled_at is null;
create index notifications_application_id on notifications (application_id);
create index notifications_decision_id on notifications (decision_id);

-- Mail to be sent: a row in the transaction of the change, a job of the queue sends it once it is due.
create table outbox (
  id integer generated always as identity primary key,
  user_id integer references users on delete cascade,
  application_id integer references applications on delete cascade,
  email text not null,
  subject text not null,
  text text not null,
  decision_id integer references decisions on delete set null,
  created_at timestamptz not null,
  due_at timestamptz not null,
  sent_at timestamptz,
  cancelled_at timestamptz,
  failed_at timestamptz,
  attempts integer not null default 0,
  last_error text
);
create index outbox_user_id on outbox (user_id);
create index outbox_application_id on outbox (application_id);
create index outbox_decision_id on outbox (decision_id);
create index outbox_waiting on outbox (due_at) where sent_at is null and cancelled_at is null and failed_at is null;
