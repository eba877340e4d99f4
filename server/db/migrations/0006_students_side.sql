-- What a student has begun and not sent. Nobody else reads it.
create table application_drafts (
  student_id integer not null references users on delete cascade,
  opportunity_id integer not null references opportunities on delete cascade,
  answers jsonb not null default '{}',
  version integer not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (student_id, opportunity_id)
);
create index application_drafts_opportunity_id on application_drafts (opportunity_id);

-- What a student adds to an application; `file` is the name of its row in files.
create table application_documents (
  id integer generated always as identity primary key,
  application_id integer not null references applications on delete cascade,
  name text not null,
  file text not null references files on delete cascade,
  created_at timestamptz not null
);
create index application_documents_application_id on application_documents (application_id);
create index application_documents_file on application_documents (file);

create index files_owner_id on files (owner_id);

-- A deleted account leaves its applications behind as bare counts: no person, no snapshot, no words.
alter table applications alter column student_id drop not null, alter column snapshot drop not null;
alter table applications drop constraint applications_student_id_fkey,
  add constraint applications_student_id_fkey foreign key (student_id) references users on delete set null,
  add constraint applications_person check ((student_id is null) = (snapshot is null));
