import type { Generated } from 'kysely';
import type { Day, Nullable, Timestamp } from './tables.ts';

/** Tables of student profiles and of the reference data they use. */
export interface ProfileTables {
  students: {
    user_id: number;
    phone: Nullable<string>;
    phone_visible: Generated<boolean>;
    date_of_birth: Nullable<Day>;
    location: Nullable<string>;
    university: Nullable<string>;
    major: Nullable<string>;
    graduation_year: Nullable<number>;
    about_me: Nullable<string>;
    avatar: Nullable<string>;
    portfolio_url: Nullable<string>;
    resume: Nullable<string>;
    updated_at: Timestamp;
  };
  education: {
    id: Generated<number>;
    student_id: number;
    institution: string;
    degree: string;
    field_of_study: string;
    start_date: Day;
    end_date: Nullable<Day>;
    is_current: Generated<boolean>;
    gpa: Nullable<string>;
    description: Nullable<string>;
  };
  experience: {
    id: Generated<number>;
    student_id: number;
    title: string;
    company: string;
    experience_type: string;
    description: string;
    location: Nullable<string>;
    start_date: Day;
    end_date: Nullable<Day>;
    is_current: Generated<boolean>;
  };
  projects: {
    id: Generated<number>;
    student_id: number;
    title: string;
    description: string;
    start_date: Day;
    end_date: Nullable<Day>;
    is_ongoing: Generated<boolean>;
    featured: Generated<boolean>;
    project_url: Nullable<string>;
    github_url: Nullable<string>;
    technologies: Generated<string[]>;
  };
  exams: {
    id: Generated<number>;
    code: string;
    name: string;
    category: string;
    provider: Nullable<string>;
    position: number;
    search_text: Generated<string>;
  };
  exam_sections: {
    id: Generated<number>;
    exam_id: number;
    name: string;
    name_uz: Nullable<string>;
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
    short_name: Nullable<string>;
    city: Nullable<string>;
    region: Nullable<string>;
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
    taken_date: Nullable<Day>;
    notes: Nullable<string>;
  };
  achievements: {
    id: Generated<number>;
    student_id: number;
    title: string;
    achievement_type: string;
    date_achieved: Day;
    description: Nullable<string>;
    issuing_organization: Nullable<string>;
    certificate: Nullable<string>;
    certificate_url: Nullable<string>;
  };
  languages: { id: Generated<number>; student_id: number; language: string; proficiency: string };
  student_skills: {
    id: Generated<number>;
    student_id: number;
    skill_id: number;
    proficiency_level: number;
    years_experience: Nullable<number>;
    verified: Generated<boolean>;
  };
  social_links: { id: Generated<number>; student_id: number; platform: string; url: string; is_public: Generated<boolean> };
}
