"""What RulesService answers, apart from how it is called: plain functions from requests to responses."""
