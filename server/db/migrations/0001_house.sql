-- The nouns: account, organization, student, opportunity, application. Days are `date`, moments `timestamptz`.
create extension if not exists pg_trgm;

create table users (
  id integer generated always as identity primary key,
  email text not null check (email = lower(email) and email <> ''),
  password_hash text not null,
  first_name text not null,
  last_name text not null default '',
  user_type text not null check (user_type in ('student', 'organization', 'admin')),
  is_sample boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint users_email_key unique (email)
);

-- One row a sign-in. A refresh token names the row and a generation; only the newest generation is good, its
-- predecessor for ten seconds more (two tabs), any other ends the session.
create table sessions (
  id uuid primary key,
  user_id integer not null references users on delete cascade,
  generation integer not null default 1,
  created_at timestamptz not null,
  rotated_at timestamptz not null,
  ended_at timestamptz
);
create index sessions_user_id on sessions (user_id);

create table consents (
  id integer generated always as identity primary key,
  user_id integer not null references users on delete cascade,
  subject text not null check (subject in ('sign_up', 'application')),
  subject_id integer,
  version text not null,
  language text not null,
  given_at timestamptz not null
);
create index consents_user_id on consents (user_id);

-- Counters of attempts, shared by all instances; a lost row after a crash only forgives.
create unlogged table limits (
  key text primary key,
  count integer not null,
  resets_at timestamptz not null
);
create index limits_resets_at on limits (resets_at);

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  status integer,
  reply text,
  created_at timestamptz not null,
  primary key (scope, key)
);
create index idempotency_keys_created_at on idempotency_keys (created_at);

create table organizations (
  id integer generated always as identity primary key,
  name text not null,
  organization_type text not null check (organization_type in ('university', 'company', 'nonprofit', 'government', 'research', 'startup', 'foundation', 'ngo')),
  description text,
  logo text,
  website text,
  phone text,
  email text,
  country text,
  city text,
  address text,
  linkedin_url text,
  twitter_url text,
  facebook_url text,
  is_verified boolean not null default false,
  is_active boolean not null default true,
  is_sample boolean not null default false,
  -- What an import recognises the organization by on the next run.
  import_key text unique,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table members (
  user_id integer primary key references users on delete cascade,
  organization_id integer not null references organizations on delete cascade,
  role text not null check (role in ('owner', 'manager', 'reviewer')),
  created_at timestamptz not null
);
create index members_organization_id on members (organization_id);

create table students (
  user_id integer primary key references users on delete cascade,
  phone text,
  phone_visible boolean not null default true,
  date_of_birth date,
  location text,
  university text,
  major text,
  graduation_year integer,
  about_me text check (char_length(about_me) <= 500),
  avatar text,
  portfolio_url text,
  resume text,
  updated_at timestamptz not null
);

create table education (
  id integer generated always as identity primary key,
  student_id integer not null references students on delete cascade,
  institution text not null, degree text not null, field_of_study text not null,
  start_date date not null, end_date date, is_current boolean not null default false, gpa text, description text
);
create index education_student_id on education (student_id);

create table experience (
  id integer generated always as identity primary key,
  student_id integer not null references students on delete cascade,
  title text not null, company text not null, experience_type text not null, description text not null, location text,
  start_date date not null, end_date date, is_current boolean not null default false
);
create index experience_student_id on experience (student_id);

create table projects (
  id integer generated always as identity primary key,
  student_id integer not null references students on delete cascade,
  title text not null, description text not null, start_date date not null, end_date date,
  is_ongoing boolean not null default false, featured boolean not null default false,
  project_url text, github_url text, technologies text[] not null default '{}'
);
create index projects_student_id on projects (student_id);

create table exams (
  id integer generated always as identity primary key,
  code text not null unique, name text not null, category text not null, provider text, position integer not null, search_text text not null default ''
);
create table exam_sections (
  id integer generated always as identity primary key,
  exam_id integer not null references exams on delete cascade,
  name text not null, name_uz text, min double precision not null, max double precision not null, step double precision not null,
  is_total boolean not null, position integer not null,
  unique (exam_id, name)
);
create table skills (
  id integer generated always as identity primary key,
  name text not null unique, category text not null, search_text text not null default ''
);
create table universities (
  id integer generated always as identity primary key,
  name text not null unique, short_name text, city text, region text, former_names text[] not null default '{}', search_text text not null default ''
);
create table regions (
  code text primary key,
  name text not null, short_name text not null, center text not null, cities text[] not null, districts text[] not null
);

create table exam_scores (
  id integer generated always as identity primary key,
  student_id integer not null references students on delete cascade,
  exam_id integer not null references exams, section_id integer not null references exam_sections,
  score numeric(7, 2) not null, taken_date date, notes text
);
create index exam_scores_student_id on exam_scores (student_id);

create table achievements (
  id integer generated always as identity primary key,
  student_id integer not null references students on delete cascade,
  title text not null, achievement_type text not null, date_achieved date not null,
  description text, issuing_organization text, certificate text, certificate_url text
);
create index achievements_student_id on achievements (student_id);

create table languages (
  id integer generated always as identity primary key,
  student_id integer not null references students on delete cascade,
  language text not null, proficiency text not null
);
create unique index languages_student_language_key on languages (student_id, lower(language));

create table student_skills (
  id integer generated always as identity primary key,
  student_id integer not null references students on delete cascade,
  skill_id integer not null references skills,
  proficiency_level integer not null check (proficiency_level between 1 and 4),
  years_experience integer, verified boolean not null default false,
  constraint student_skills_student_skill_key unique (student_id, skill_id)
);

create table social_links (
  id integer generated always as identity primary key,
  student_id integer not null references students on delete cascade,
  platform text not null, url text not null, is_public boolean not null default true
);
create unique index social_links_student_platform_key on social_links (student_id, platform) where platform <> 'custom';
create index social_links_student_id on social_links (student_id);

create table opportunities (
  id integer generated always as identity primary key,
  organization_id integer not null references organizations,
  title text not null,
  description text not null,
  opportunity_type text not null default 'conference'
    check (opportunity_type in ('conference', 'volunteer', 'international_events', 'scholarship', 'camp', 'grant', 'mentoring', 'academic_program')),
  status text not null default 'draft' check (status in ('draft', 'published', 'closed', 'cancelled', 'archived')),
  featured boolean not null default false,
  cover_image text,
  start_date date,
  end_date date,
  application_deadline date,
  result_announcement_date date,
  location text,
  is_remote boolean not null default false,
  max_applications integer check (max_applications >= 0),
  compensation text,
  benefits text,
  application_instructions text,
  min_gpa text,
  required_major text,
  graduation_year_min integer,
  graduation_year_max integer,
  age_min integer,
  age_max integer,
  tags text[] not null default '{}',
  -- Kept by a trigger on applications: without withdrawn ones, and accepted ones.
  application_count integer not null default 0,
  accepted_count integer not null default 0,
  -- What an import recognises the row by on the next run.
  import_key text unique,
  is_sample boolean not null default false,
  created_by integer references users on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  published_at timestamptz,
  deleted_at timestamptz,
  constraint opportunities_capacity check (max_applications is null or max_applications = 0 or application_count <= max_applications)
);
create index opportunities_organization_id on opportunities (organization_id, created_at desc, id desc);
-- The public list: the filters it counts by ride along, so that a count is an index-only scan.
create index opportunities_public on opportunities (created_at desc, id desc)
  include (opportunity_type, is_remote, featured, application_deadline) where status = 'published' and deleted_at is null;

create table opportunity_skills (
  opportunity_id integer not null references opportunities on delete cascade,
  skill_id integer not null references skills,
  position integer not null,
  primary key (opportunity_id, skill_id)
);
create table opportunity_requirements (
  id integer generated always as identity primary key,
  opportunity_id integer not null references opportunities on delete cascade,
  requirement text not null, is_mandatory boolean not null, "order" integer not null
);
create index opportunity_requirements_opportunity_id on opportunity_requirements (opportunity_id);
create table profile_requirements (
  id integer generated always as identity primary key,
  opportunity_id integer not null references opportunities on delete cascade,
  section text not null, requirement_level text not null, minimum_items integer, custom_message text, "order" integer not null
);
create index profile_requirements_opportunity_id on profile_requirements (opportunity_id);
create table questions (
  id integer generated always as identity primary key,
  opportunity_id integer not null references opportunities on delete cascade,
  question text not null, question_type text not null, options text[] not null default '{}', is_required boolean not null default false,
  placeholder text, help_text text, max_length integer, min_length integer, "order" integer not null
);
create index questions_opportunity_id on questions (opportunity_id);

create table applications (
  id integer generated always as identity primary key,
  opportunity_id integer not null references opportunities,
  student_id integer not null references users on delete cascade,
  status text not null default 'pending'
    check (status in ('pending', 'under_review', 'interview_scheduled', 'accepted', 'rejected', 'withdrawn')),
  -- {question id: answer text}; `questions` below keeps the words that were asked.
  answers jsonb not null default '{}',
  questions jsonb not null default '[]',
  -- The profile as it was at submission.
  snapshot jsonb not null,
  reason text,
  applied_at timestamptz not null,
  updated_at timestamptz not null,
  constraint applications_student_opportunity_key unique (student_id, opportunity_id)
);
create index applications_opportunity on applications (opportunity_id, applied_at desc, id desc);
create index applications_student on applications (student_id, applied_at desc, id desc);

create table application_events (
  id integer generated always as identity primary key,
  application_id integer not null references applications on delete cascade,
  from_status text, to_status text not null, reason text,
  actor_id integer references users on delete set null,
  created_at timestamptz not null
);
create index application_events_application_id on application_events (application_id);

-- Counts follow the applications, whoever writes them; the check above then guards the capacity under the row's lock.
create function count_applications() returns trigger language plpgsql as $$
declare
  was integer := 0; is_now integer := 0; was_accepted integer := 0; is_accepted integer := 0;
begin
  if tg_op <> 'INSERT' then
    was := (old.status <> 'withdrawn')::integer; was_accepted := (old.status = 'accepted')::integer;
  end if;
  if tg_op <> 'DELETE' then
    is_now := (new.status <> 'withdrawn')::integer; is_accepted := (new.status = 'accepted')::integer;
  end if;
  if was <> is_now or was_accepted <> is_accepted then
    update opportunities set application_count = application_count + is_now - was, accepted_count = accepted_count + is_accepted - was_accepted
    where id = coalesce(new.opportunity_id, old.opportunity_id);
  end if;
  return null;
end $$;
create trigger applications_count after insert or update of status or delete on applications
  for each row execute function count_applications();

-- A file somebody uploaded. `name` is the whole path below /files/; public kinds are served as they are.
create table files (
  name text primary key,
  kind text not null,
  owner_id integer references users on delete set null,
  content_type text not null,
  size integer not null,
  original_name text,
  created_at timestamptz not null
);
