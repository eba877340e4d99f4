import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** The columns as migrations/ makes them. Moments and days are text on our side; `Date` is accepted when writing. */
type Moment = string | Date;
type Day = string;
type Maybe<T> = T | null;

export interface Tables {
  users: {
    id: Generated<number>;
    email: string;
    password_hash: string;
    first_name: string;
    last_name: Generated<string>;
    user_type: 'student' | 'organization' | 'admin';
    is_sample: Generated<boolean>;
    created_at: Moment;
    updated_at: Moment;
  };
  sessions: { id: string; user_id: number; generation: Generated<number>; created_at: Moment; rotated_at: Moment; ended_at: Maybe<Moment> };
  consents: {
    id: Generated<number>;
    user_id: number;
    subject: 'sign_up' | 'application';
    subject_id: Maybe<number>;
    version: string;
    language: string;
    given_at: Moment;
  };
  limits: { key: string; count: number; resets_at: Moment };
  idempotency_keys: { scope: string; key: string; request_hash: string; status: Maybe<number>; reply: Maybe<string>; created_at: Moment };
  organizations: {
    id: Generated<number>;
    name: string;
    organization_type: string;
    description: Maybe<string>;
    logo: Maybe<string>;
    website: Maybe<string>;
    phone: Maybe<string>;
    email: Maybe<string>;
    country: Maybe<string>;
    city: Maybe<string>;
    address: Maybe<string>;
    linkedin_url: Maybe<string>;
    twitter_url: Maybe<string>;
    facebook_url: Maybe<string>;
    is_verified: Generated<boolean>;
    is_active: Generated<boolean>;
    response_rate: Maybe<number>;
    median_answer_days: Maybe<number>;
    is_sample: Generated<boolean>;
    import_key: Maybe<string>;
    /** `searchTextOf(name)`; whoever writes the name writes it. */
    fold: Generated<string>;
    created_at: Moment;
    updated_at: Moment;
  };
  members: { user_id: number; organization_id: number; role: 'owner' | 'manager' | 'reviewer'; created_at: Moment };
  students: {
    user_id: number;
    phone: Maybe<string>;
    phone_visible: Generated<boolean>;
    date_of_birth: Maybe<Day>;
    location: Maybe<string>;
    university: Maybe<string>;
    major: Maybe<string>;
    graduation_year: Maybe<number>;
    about_me: Maybe<string>;
    avatar: Maybe<string>;
    portfolio_url: Maybe<string>;
    resume: Maybe<string>;
    updated_at: Moment;
  };
  education: {
    id: Generated<number>;
    student_id: number;
    institution: string;
    degree: string;
    field_of_study: string;
    start_date: Day;
    end_date: Maybe<Day>;
    is_current: Generated<boolean>;
    gpa: Maybe<string>;
    description: Maybe<string>;
  };
  experience: {
    id: Generated<number>;
    student_id: number;
    title: string;
    company: string;
    experience_type: string;
    description: string;
    location: Maybe<string>;
    start_date: Day;
    end_date: Maybe<Day>;
    is_current: Generated<boolean>;
  };
  projects: {
    id: Generated<number>;
    student_id: number;
    title: string;
    description: string;
    start_date: Day;
    end_date: Maybe<Day>;
    is_ongoing: Generated<boolean>;
    featured: Generated<boolean>;
    project_url: Maybe<string>;
    github_url: Maybe<string>;
    technologies: Generated<string[]>;
  };
  exams: {
    id: Generated<number>;
    code: string;
    name: string;
    category: string;
    provider: Maybe<string>;
    position: number;
    search_text: Generated<string>;
  };
  exam_sections: {
    id: Generated<number>;
    exam_id: number;
    name: string;
    name_uz: Maybe<string>;
    min: number;
    max: number;
    step: number;
    is_total: boolean;
    position: number;
  };
  skills: { id: Generated<number>; name: string; category: string; search_text: Generated<string> };
  universities: {
    id: Generated<number>;
    name: string;
    short_name: Maybe<string>;
    city: Maybe<string>;
    region: Maybe<string>;
    former_names: Generated<string[]>;
    search_text: Generated<string>;
  };
  regions: { code: string; name: string; short_name: string; center: string; cities: string[]; districts: string[] };
  exam_scores: {
    id: Generated<number>;
    student_id: number;
    exam_id: number;
    section_id: number;
    score: string;
    taken_date: Maybe<Day>;
    notes: Maybe<string>;
  };
  achievements: {
    id: Generated<number>;
    student_id: number;
    title: string;
    achievement_type: string;
    date_achieved: Day;
    description: Maybe<string>;
    issuing_organization: Maybe<string>;
    certificate: Maybe<string>;
    certificate_url: Maybe<string>;
  };
  languages: { id: Generated<number>; student_id: number; language: string; proficiency: string };
  student_skills: {
    id: Generated<number>;
    student_id: number;
    skill_id: number;
    proficiency_level: number;
    years_experience: Maybe<number>;
    verified: Generated<boolean>;
  };
  social_links: { id: Generated<number>; student_id: number; platform: string; url: string; is_public: Generated<boolean> };
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
    cover_image: Maybe<string>;
    start_date: Maybe<Day>;
    end_date: Maybe<Day>;
    application_deadline: Maybe<Day>;
    result_announcement_date: Maybe<Day>;
    location: Maybe<string>;
    is_remote: Generated<boolean>;
    max_applications: Maybe<number>;
    compensation: Maybe<string>;
    benefits: Maybe<string>;
    application_instructions: Maybe<string>;
    min_gpa: Maybe<string>;
    required_major: Maybe<string>;
    graduation_year_min: Maybe<number>;
    graduation_year_max: Maybe<number>;
    age_min: Maybe<number>;
    age_max: Maybe<number>;
    tags: Generated<string[]>;
    application_count: Generated<number>;
    accepted_count: Generated<number>;
    import_key: Maybe<string>;
    is_sample: Generated<boolean>;
    /** `searchDocument(…)` of server/opportunities/search.ts; whoever writes a title, tag or place writes it. */
    fold: Generated<string>;
    /** Kept by triggers: the fold of the item and of its organization. */
    search_text: ColumnType<string, never, never>;
    created_by: Maybe<number>;
    created_at: Moment;
    updated_at: Moment;
    published_at: Maybe<Moment>;
    deleted_at: Maybe<Moment>;
  };
  opportunity_skills: { opportunity_id: number; skill_id: number; position: number };
  opportunity_requirements: { id: Generated<number>; opportunity_id: number; requirement: string; is_mandatory: boolean; order: number };
  profile_requirements: {
    id: Generated<number>;
    opportunity_id: number;
    section: string;
    requirement_level: string;
    minimum_items: Maybe<number>;
    custom_message: Maybe<string>;
    order: number;
  };
  questions: {
    id: Generated<number>;
    opportunity_id: number;
    question: string;
    question_type: string;
    options: Generated<string[]>;
    is_required: Generated<boolean>;
    placeholder: Maybe<string>;
    help_text: Maybe<string>;
    max_length: Maybe<number>;
    min_length: Maybe<number>;
    order: number;
  };
  applications: {
    id: Generated<number>;
    opportunity_id: number;
    /** Kept by a trigger: the organization of the opportunity. */
    organization_id: ColumnType<number, never, never>;
    /** Null, with the snapshot, when the account behind it is gone. */
    student_id: Maybe<number>;
    status: Generated<'pending' | 'under_review' | 'interview_scheduled' | 'accepted' | 'rejected' | 'withdrawn'>;
    answers: JSONColumnType<Record<string, string>>;
    questions: JSONColumnType<unknown[]>;
    snapshot: ColumnType<object | null, string | null, string | null>;
    reason: Maybe<string>;
    /** Kept by triggers over whole verdicts. */
    score: ColumnType<string | null, never, never>;
    score_median: ColumnType<string | null, never, never>;
    review_count: ColumnType<number, never, never>;
    interview_at: Maybe<Moment>;
    interview_place: Maybe<string>;
    /** From the snapshot, by the database. */
    student_name: ColumnType<string | null, never, never>;
    student_university: ColumnType<string | null, never, never>;
    /** `applicantText`; written with the snapshot. */
    search_text: Generated<string>;
    applied_at: Moment;
    updated_at: Moment;
  };
  criteria: {
    id: Generated<number>;
    opportunity_id: number;
    name: string;
    description: Maybe<string>;
    weight: number;
    max_score: number;
    order: number;
  };
  reviews: {
    application_id: number;
    reviewer_id: number;
    scores: JSONColumnType<Record<string, number>>;
    comment: Maybe<string>;
    /** Kept by a trigger. */
    total: ColumnType<string | null, never, never>;
    created_at: Moment;
    updated_at: Moment;
  };
  /** Kept by a trigger. */
  application_counts: { organization_id: number; opportunity_id: number; status: string; count: number };
  application_notes: { id: Generated<number>; application_id: number; author_id: Maybe<number>; text: string; created_at: Moment };
  decisions: {
    id: Generated<number>;
    organization_id: number;
    actor_id: Maybe<number>;
    to_status: string;
    created_at: Moment;
    undone_at: Maybe<Moment>;
  };
  opportunity_views: { opportunity_id: number; day: Day; count: number };
  invitations: {
    id: Generated<number>;
    kind: 'member' | 'student';
    organization_id: number;
    opportunity_id: Maybe<number>;
    email: string;
    role: Maybe<'owner' | 'manager' | 'reviewer'>;
    token_hash: string;
    invited_by: Maybe<number>;
    created_at: Moment;
    expires_at: Moment;
    accepted_at: Maybe<Moment>;
    accepted_by: Maybe<number>;
    revoked_at: Maybe<Moment>;
    /** Folded name and university of the student who accepted. */
    search_text: Generated<string>;
  };
  audit_log: {
    id: Generated<number>;
    organization_id: number;
    actor_id: Maybe<number>;
    action: string;
    details: Generated<string>;
    created_at: Moment;
  };
  exports: {
    id: Generated<number>;
    organization_id: number;
    user_id: number;
    format: string;
    filter: JSONColumnType<object>;
    created_at: Moment;
  };
  notifications: {
    id: Generated<number>;
    user_id: number;
    kind: 'decision' | 'message' | 'invitation';
    title: string;
    text: string;
    organization_id: Maybe<number>;
    application_id: Maybe<number>;
    opportunity_id: Maybe<number>;
    decision_id: Maybe<number>;
    created_at: Moment;
    visible_at: Moment;
    read_at: Maybe<Moment>;
    cancelled_at: Maybe<Moment>;
  };
  outbox: {
    id: Generated<number>;
    user_id: Maybe<number>;
    application_id: Maybe<number>;
    email: string;
    subject: string;
    text: string;
    decision_id: Maybe<number>;
    created_at: Moment;
    due_at: Moment;
    sent_at: Maybe<Moment>;
    cancelled_at: Maybe<Moment>;
    failed_at: Maybe<Moment>;
    attempts: Generated<number>;
    last_error: Maybe<string>;
  };
  application_drafts: {
    student_id: number;
    opportunity_id: number;
    answers: JSONColumnType<Record<string, string | string[]>>;
    version: number;
    created_at: Moment;
    updated_at: Moment;
  };
  application_documents: { id: Generated<number>; application_id: number; name: string; file: string; created_at: Moment };
  application_events: {
    id: Generated<number>;
    application_id: number;
    from_status: Maybe<string>;
    to_status: string;
    reason: Maybe<string>;
    actor_id: Maybe<number>;
    decision_id: Maybe<number>;
    /** What an undo gives back beside the status. */
    was: ColumnType<
      { reason: string | null; interview_at: string | null; interview_place: string | null } | null,
      string | null,
      string | null
    >;
    created_at: Moment;
  };
  files: {
    name: string;
    kind: string;
    owner_id: Maybe<number>;
    content_type: string;
    size: number;
    original_name: Maybe<string>;
    created_at: Moment;
  };
  first_runs: { name: string; done_at: Moment };
}
