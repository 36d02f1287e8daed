# The shop's network and servers.
terraform {
  required_version = ">= 1.5"

  required_providers {
    aws = {
      source = "hashicorp/aws"
    }
  }
}

provider "aws" {
  region = var.region
}

# Where we live.
variable "region" {
  type        = string
  description = "The region of all resources."
  default     = "eu-north-1"
}

locals {
  name = lower("${var.project}-shop")
  tags = merge(var.tags, { team = "shop" })
}

data "aws_ami" "debian" {
  most_recent = true
  owners      = ["136693071363"]
}

# The one who serves pages.
resource "aws_instance" "web" {
  ami           = data.aws_ami.debian.id
  instance_type = var.size
  subnet_id     = module.network.subnet_id
  tags          = local.tags

  dynamic "ebs_block_device" {
    for_each = var.disks
    content {
      device_name = ebs_block_device.value.name
      volume_size = ebs_block_device.value.size
    }
  }

  provisioner "remote-exec" {
    inline = [
      "sudo apt-get update",
      "sudo apt-get install -y nginx",
      "sudo systemctl enable --now nginx",
    ]
  }

  lifecycle {
    create_before_destroy = true
  }
}

module "network" {
  source = "./modules/network"
  cidr   = "10.0.0.0/16"
}

output "address" {
  value = aws_instance.web.public_ip
}
