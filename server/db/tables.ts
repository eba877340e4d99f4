import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { ProfileTables } from './profileTables.ts';

/** Read as ISO 8601 UTC text; a `Date` can be written. */
export type Timestamp = string | Date;
/** `YYYY-MM-DD` */
export type Day = string;
export type Nullable<T> = T | null;

/** The columns of each table as the migrations define them. */
export interface Tables extends ProfileTables {
  users: {
    id: Generated<number>;
    email: string;
    password_hash: string;
    first_name: string;
    last_name: Generated<string>;
    user_type: 'student' | 'organization' | 'admin';
    is_sample: Generated<boolean>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  sessions: {
    id: string;
    user_id: number;
    generation: Generated<number>;
    created_at: Timestamp;
    rotated_at: Timestamp;
    ended_at: Nullable<Timestamp>;
  };
  consents: {
    id: Generated<number>;
    user_id: number;
    subject: 'sign_up' | 'application';
    subject_id: Nullable<number>;
    version: string;
    language: string;
    given_at: Timestamp;
  };
  limits: { key: string; count: number; resets_at: Timestamp };
  idempotency_keys: {
    scope: string;
    key: string;
    request_hash: string;
    status: Nullable<number>;
    reply: Nullable<string>;
    created_at: Timestamp;
  };
  organizations: {
    id: Generated<number>;
    name: string;
    organization_type: string;
    description: Nullable<string>;
    logo: Nullable<string>;
    website: Nullable<string>;
    phone: Nullable<string>;
    email: Nullable<string>;
    country: Nullable<string>;
    city: Nullable<string>;
    address: Nullable<string>;
    linkedin_url: Nullable<string>;
    twitter_url: Nullable<string>;
    facebook_url: Nullable<string>;
    is_verified: Generated<boolean>;
    is_active: Generated<boolean>;
    response_rate: Nullable<number>;
    median_answer_days: Nullable<number>;
    is_sample: Generated<boolean>;
    import_key: Nullable<string>;
    /** `normalizeForSearch(name)`; written with the name. */
    fold: Generated<string>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  members: { user_id: number; organization_id: number; role: 'owner' | 'manager' | 'reviewer'; created_at: Timestamp };
  opportunities: {
    id: Generated<number>;
    organization_id: number;
    title: string;
    description: string;
    opportunity_type: Generated<string>;
    status: Generated<'draft' | 'published' | 'closed' | 'cancelled' | 'archived'>;
    featured: Generated<boolean>;
    featured_locked: Generated<boolean>;
    blind_review: Generated<boolean>;
    cover_image: Nullable<string>;
    start_date: Nullable<Day>;
    end_date: Nullable<Day>;
    application_deadline: Nullable<Day>;
    result_announcement_date: Nullable<Day>;
    location: Nullable<string>;
    is_remote: Generated<boolean>;
    max_applications: Nullable<number>;
    compensation: Nullable<string>;
    benefits: Nullable<string>;
    application_instructions: Nullable<string>;
    min_gpa: Nullable<string>;
    required_major: Nullable<string>;
    graduation_year_min: Nullable<number>;
    graduation_year_max: Nullable<number>;
    age_min: Nullable<number>;
    age_max: Nullable<number>;
    tags: Generated<string[]>;
    application_count: Generated<number>;
    accepted_count: Generated<number>;
    import_key: Nullable<string>;
    is_sample: Generated<boolean>;
    /** `opportunitySearchText`; written with title, tags, place and type. */
    fold: Generated<string>;
    /** Set by triggers: the fold of the opportunity and of its organization. */
    search_text: ColumnType<string, never, never>;
    created_by: Nullable<number>;
    created_at: Timestamp;
    updated_at: Timestamp;
    published_at: Nullable<Timestamp>;
    deleted_at: Nullable<Timestamp>;
  };
  opportunity_skills: { opportunity_id: number; skill_id: number; position: number };
  opportunity_requirements: { id: Generated<number>; opportunity_id: number; requirement: string; is_mandatory: boolean; order: number };
  profile_requirements: {
    id: Generated<number>;
    opportunity_id: number;
    section: string;
    requirement_level: string;
    minimum_items: Nullable<number>;
    custom_message: Nullable<string>;
    order: number;
  };
  questions: {
    id: Generated<number>;
    opportunity_id: number;
    question: string;
    question_type: string;
    options: Generated<string[]>;
    is_required: Generated<boolean>;
    placeholder: Nullable<string>;
    help_text: Nullable<string>;
    max_length: Nullable<number>;
    min_length: Nullable<number>;
    order: number;
  };
  applications: {
    id: Generated<number>;
    opportunity_id: number;
    /** Set by a trigger: the organization of the opportunity. */
    organization_id: ColumnType<number, never, never>;
    /** Null, like the snapshot, after the account was deleted. */
    student_id: Nullable<number>;
    status: Generated<'pending' | 'under_review' | 'interview_scheduled' | 'accepted' | 'rejected' | 'withdrawn'>;
    answers: JSONColumnType<Record<string, string>>;
    questions: JSONColumnType<unknown[]>;
    snapshot: ColumnType<object | null, string | null, string | null>;
    reason: Nullable<string>;
    /** The next three are set by triggers from complete reviews. */
    score: ColumnType<string | null, never, never>;
    score_median: ColumnType<string | null, never, never>;
    review_count: ColumnType<number, never, never>;
    interview_at: Nullable<Timestamp>;
    interview_place: Nullable<string>;
    /** Generated from the snapshot, like the university. */
    student_name: ColumnType<string | null, never, never>;
    student_university: ColumnType<string | null, never, never>;
    /** `applicantSearchText`; written with the snapshot. */
    search_text: Generated<string>;
    applied_at: Timestamp;
    updated_at: Timestamp;
  };
  criteria: {
    id: Generated<number>;
    opportunity_id: number;
    name: string;
    description: Nullable<string>;
    weight: number;
    max_score: number;
    order: number;
  };
  reviews: {
    application_id: number;
    reviewer_id: number;
    scores: JSONColumnType<Record<string, number>>;
    comment: Nullable<string>;
    /** Set by a trigger. */
    total: ColumnType<string | null, never, never>;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  /** Maintained by a trigger. */
  application_counts: { organization_id: number; opportunity_id: number; status: string; count: number };
  application_notes: { id: Generated<number>; application_id: number; author_id: Nullable<number>; text: string; created_at: Timestamp };
  decisions: {
    id: Generated<number>;
    organization_id: number;
    actor_id: Nullable<number>;
    to_status: string;
    created_at: Timestamp;
    undone_at: Nullable<Timestamp>;
  };
  opportunity_views: { opportunity_id: number; day: Day; count: number };
  invitations: {
    id: Generated<number>;
    kind: 'member' | 'student';
    organization_id: number;
    opportunity_id: Nullable<number>;
    email: string;
    role: Nullable<'owner' | 'manager' | 'reviewer'>;
    token_hash: string;
    invited_by: Nullable<number>;
    created_at: Timestamp;
    expires_at: Timestamp;
    accepted_at: Nullable<Timestamp>;
    accepted_by: Nullable<number>;
    revoked_at: Nullable<Timestamp>;
    /** Search text of name and university of the student who accepted. */
    search_text: Generated<string>;
  };
  audit_log: {
    id: Generated<number>;
    organization_id: number;
    actor_id: Nullable<number>;
    action: string;
    details: Generated<string>;
    created_at: Timestamp;
  };
  exports: {
    id: Generated<number>;
    organization_id: number;
    user_id: number;
    format: string;
    filter: JSONColumnType<object>;
    created_at: Timestamp;
  };
  notifications: {
    id: Generated<number>;
    user_id: number;
    kind: 'decision' | 'message' | 'invitation';
    title: string;
    text: string;
    organization_id: Nullable<number>;
    application_id: Nullable<number>;
    opportunity_id: Nullable<number>;
    decision_id: Nullable<number>;
    created_at: Timestamp;
    visible_at: Timestamp;
    read_at: Nullable<Timestamp>;
    cancelled_at: Nullable<Timestamp>;
  };
  outbox: {
    id: Generated<number>;
    user_id: Nullable<number>;
    application_id: Nullable<number>;
    email: string;
    subject: string;
    text: string;
    decision_id: Nullable<number>;
    created_at: Timestamp;
    due_at: Timestamp;
    sent_at: Nullable<Timestamp>;
    cancelled_at: Nullable<Timestamp>;
    failed_at: Nullable<Timestamp>;
    attempts: Generated<number>;
    last_error: Nullable<string>;
  };
  application_drafts: {
    student_id: number;
    opportunity_id: number;
    answers: JSONColumnType<Record<string, string | string[]>>;
    version: number;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
  application_documents: { id: Generated<number>; application_id: number; name: string; file: string; created_at: Timestamp };
  application_events: {
    id: Generated<number>;
    application_id: number;
    from_status: Nullable<string>;
    to_status: string;
    reason: Nullable<string>;
    actor_id: Nullable<number>;
    decision_id: Nullable<number>;
    /** Values that an undo restores besides the status. */
    was: ColumnType<
      { reason: string | null; interview_at: string | null; interview_place: string | null } | null,
      string | null,
      string | null
    >;
    created_at: Timestamp;
  };
  files: {
    name: string;
    kind: string;
    owner_id: Nullable<number>;
    content_type: string;
    size: number;
    original_name: Nullable<string>;
    created_at: Timestamp;
  };
  first_runs: { name: string; done_at: Timestamp };
}
